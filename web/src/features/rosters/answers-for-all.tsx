import type { RosterAnswer, RosterQuestions, RosterReason } from "@storyport/contract/rosters";
import { m } from "@storyport/texts/messages";
import { groupBy } from "#/shell/group-by.ts";
import { Select } from "#/ui/select.tsx";
import { Stack } from "#/ui/stack.tsx";
import { consequenceText, kindOfQuestion, wishText } from "./for-all-texts.ts";
import type { Answers } from "./run-class.tsx";

interface AnswersForAllProps {
  questions: readonly RosterQuestions[];
  answers: Answers;
  onChoose: (reason: RosterReason, answer: RosterAnswer | undefined) => void;
}

/** One answer for all questions of a kind, if there are several, and what it would do. */
export function AnswersForAll({ questions, answers, onChoose }: AnswersForAllProps) {
  const byReason = groupBy(questions, ({ reason }) => reason);
  // Every question offers "skip", so its count is the number of questions.
  const repeated = [...byReason].filter(([, offered]) => offered.some(({ answer, count }) => answer === "skip" && count > 1));
  if (repeated.length === 0) return null;
  const hasStudents = byReason.has("looksAlike") || byReason.has("twoClasses");
  const hasClasses = byReason.has("classLooksKnown") || byReason.has("classNameTaken");
  return (
    <Stack as="section">
      <h2>{m["rosters.forAllTitle"]()}</h2>
      <p>{m["rosters.forAllIntro"]()}</p>
      {repeated.map(([reason, offered]) => (
        <ForAll key={reason} reason={reason} offered={offered} answers={answers} onChoose={onChoose} />
      ))}
      {hasStudents && hasClasses && <p>{m["rosters.waitsWithClass"]()}</p>}
    </Stack>
  );
}

interface ForAllProps extends Omit<AnswersForAllProps, "questions"> {
  reason: RosterReason;
  offered: readonly RosterQuestions[];
}

function ForAll({ reason, offered, answers: { chosen, forAll }, onChoose }: ForAllProps) {
  const own = [...chosen.values()].map(({ change }) => change).filter((change) => change.reason === reason);
  const answer = forAll.get(reason);
  /** How many questions an answer would decide: questions with an answer of their own are not among them. */
  const reached = (of: RosterAnswer) =>
    (offered.find((each) => each.answer === of)?.count ?? 0) - own.filter(({ answers }) => answers.includes(of)).length;
  return (
    <Stack distance="small">
      <Select
        label={kindOfQuestion(reason, reached("skip"))}
        options={[
          { value: "", label: m["rosters.forAllEach"]() },
          ...offered.map(({ answer: value }) => ({ value, label: wishText(reason, value) })),
        ]}
        value={answer ?? ""}
        onChange={({ currentTarget: { value } }) => onChoose(reason, offered.find((each) => each.answer === value)?.answer)}
      />
      <p role="status">
        {answer !== undefined && consequenceText(reason, answer, { reached: reached(answer), others: reached("skip") - reached(answer) })}
      </p>
    </Stack>
  );
}
