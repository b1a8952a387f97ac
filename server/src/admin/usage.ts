/** What `help` prints, and what follows a wrong command. */
export const usage = `Usage: npm run admin -- <command>

Checks
  doctor [--json]              checks settings, names, certificate, mail, database, roles, keys and jobs, and says how to fix each
    --dkim <selector>          the selector of your DKIM key, if it is an unusual one

Administrators
  create <e-mail address>      makes an administrator and prints a link to choose a password with
  list                         lists the administrators

Database
  migrate                      brings the database to this version, as DATABASE_OWNER_URL where it is set
  move --to <postgres://...>   copies the embedded database to an empty, migrated PostgreSQL
  maintenance on --minutes <n> stops logins and changes in all portals, and says when it should end
  maintenance off              opens them again
  maintenance                  says whether it is on
  reseal                       seals all secrets with the first key of SECRET_KEY, while portals run
  end-all-logins               after restoring a backup: ends all sessions, tokens, codes and links
  sweep                        removes expired rows now, and tells how long it took

History
  history verify               compares each closed month with its digest, and names changed events
  history export <month> [<last month>] --to <file>
                               writes months, such as 2026-10, as lines of JSON, with their SHA-256
  history drop [options]       lists the months older than three years; with --drop drops them, as the owner
    --years <n>                how long the history is kept, 1 to 1000
    --before <month>           only what is older than this month
    --drop                     really drops them

Games
  games list
  games create <key> --description <edition> [options]
  games edit <number> [options]
  games retire <number>        offers it nowhere any more, and ends what is open in it
  games restore <number>       brings a retired game back
  Options:
    --number <n>               of a new game; the next free one where it is left out
    --description <text>       the edition, as people choose it
    --language <tag>           such as en, nb or pt-BR
    --login-types <list>       of PASSWORD, FEIDE, GOOGLE, APPLE, QRCODE, API, with commas
    --permissions <list>       that the game requires, with commas; "" for none
    --max-scope <scope>        the most that its tokens may say: USERGROUP, PLAYERGROUP or PLAYER
    --public, --no-public      whether everybody sees it in the catalogue
    --callback <url>           a web page; may be repeated, and replaces the list
    --loopback <url>           a callback on the player's own machine; likewise
    --app <url>                a callback to an app's own scheme; likewise
    --start <url>              where the game begins a login of its own; "" for none
    --dashboard <url>          a dashboard of its own; "" for none

Organizations
  organizations list
  organizations create <key> --description <text> [--games <numbers>]
  organizations give-game <key> <number>

Examples
  npm run admin -- create ada@school.example
  npm run admin -- games create leseland-nb --description Norsk --language nb --login-types PASSWORD,QRCODE \\
      --callback https://nb.leseland.example/callback --start https://nb.leseland.example/play
  npm run admin -- organizations create Fjordskolen --description "Fjordskolen, Bergen" --games 1`;
