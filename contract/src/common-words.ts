/**
 * Common passwords and words at schools, for the check that refuses passwords that are easy to guess. They are in lower case without
 * accents, with ae for æ and o for ø, as the check folds a password. Many are Norwegian in both its forms, because zxcvbn has no dictionary
 * for it. An earlier word counts as easier to guess.
 */
export const commonWords: readonly string[] = [
  "correcthorsebatterystaple correcthorsebattery",
  // password, and the same in other languages
  "password passwort passord losenord adgangskode motdepasse wachtwoord senha contrasena pass passwd parola haslo secret secrets",
  "hemmelig geheim segredo hemligt login logon logmein letmein openup opensesame access enter entrar inloggen admin administrator",
  "administrateur beheerder root user username bruker gebruiker usuario utilisateur guest gjest gast test tester testing temp",
  "temporary default changeme changemenow change newpassword mypassword thepassword superuser master computer internet server",
  // greetings
  "welcome velkommen bienvenue welkom bemvindo hello hallo hei bonjour salut hoi ola iloveyou jetaime jegelskerdeg ikhouvanjou",
  "teamo loveyou lovely love amour kjaerlighet liefde amor thankyou takk merci bedankt obrigado please goodbye goodmorning",
  // seasons, months, days
  "winter spring summer autumn fall vinter var sommer host hiver printemps automne lente zomer herfst inverno primavera verao outono",
  "january february march april may june july august september october november december januar februar mars mai juni juli oktober",
  "desember janvier fevrier avril juin juillet aout septembre octobre novembre decembre januari februari maart mei augustus janeiro",
  "fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro monday tuesday wednesday thursday friday saturday",
  "sunday mandag tirsdag onsdag torsdag fredag lordag sondag lundi mardi mercredi jeudi vendredi samedi dimanche maandag dinsdag",
  "woensdag donderdag vrijdag zaterdag zondag segunda terca quarta quinta sexta sabado domingo christmas jul noel kerst natal easter",
  // school
  "school skole ecole escola teacher laerer professeur prof leraar docent professora professor student elev eleve leerling aluno",
  "aluna class klasse classe turma classroom klasserom klaslokaal pupil learn learning reading lesing lecture lezen leitura book bok",
  "livre boek livro library bibliotek bibliotheque bibliotheek biblioteca games game spill jeu spel jogo homework lekser devoirs",
  "huiswerk math matte maths rekenen matematica",
  // the product's name
  "story stories port",
  // Norwegian schools and leisure
  "bokstav bokstaver setning fortelling eventyr elever laereren rektor skolen barneskole ungdomsskole gymnas kontakt friminutt matpakke",
  "skule skulen laerar laeraren elevar bokstavar forteljing barneskule ungdomsskule velkomen hemmeleg spel lekse heime sumar haust",
  "sommerferie vinterferie paskeferie hosten varen vinteren sommeren fjorden fjellet fisketur hytta brunost ostehovel skitur langrenn",
  // names, animals, things, clubs, heroes
  "michael jordan daniel thomas andrew joshua matthew robert charlie jessica ashley jennifer nicole michelle amanda samantha sophie",
  "camille marie pierre nicolas julien kari ola nordmann ingrid anders jan piet kees sanne joao maria jose ana pedro gabriel lucas",
  "monkey dragon tiger lion eagle falcon wolf horse kitten kitty puppy butterfly dolphin penguin panda bear snoopy hest hund katt ulv",
  "chat chien cheval loup hond kat paard cachorro gato cavalo sunshine rainbow flower flowers star stars moon sun solskinn soleil",
  "zonnetje sol lua chocolate cookie cookies banana orange apple cherry strawberry pepper ginger cheese coffee football soccer baseball",
  "basketball hockey tennis fotball voetbal futebol liverpool arsenal chelsea barcelona realmadrid juventus ajax feyenoord flamengo",
  "corinthians palmeiras rosenborg brann superman batman spiderman ironman starwars pokemon pikachu minecraft roblox fortnite naruto",
  "harrypotter hogwarts matrix princess queen king prince angel angels lucky happy money freedom peace power hunter ranger killer",
  "shadow diamond golden silver crystal phoenix thunder whatever nothing trustno trustnoone blink eminem metallica nirvana",
  "norway norge noreg oslo bergen trondheim france paris lyon marseille netherlands nederland holland amsterdam rotterdam brasil brazil",
  "saopaulo riodejaneiro london england britain america",
  // keyboard, alphabet, numbers in words
  "qwerty qwertz azerty qwertyuiop azertyuiop asdf asdfgh asdfghjkl zxcv zxcvbn zxcvbnm qazwsx qaz wsx edc abc abcd abcdef abcdefg",
  "one two three four five six seven eight nine ten tre fire fem seks sju atte deux trois quatre cinq sept huit neuf dix",
  "een twee drie vier vijf zes zeven acht negen tien dois quatro cinco seis sete oito nove dez",
].flatMap((line) => line.split(" "));
