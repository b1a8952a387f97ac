import { m } from "@storyport/texts/messages";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { buttonClass } from "#/ui/button-class.ts";
import { Button } from "#/ui/button.tsx";
import { Card } from "#/ui/card.tsx";
import { PageHeading } from "#/ui/page-heading.tsx";
import { Stack } from "#/ui/stack.tsx";
import { focusField, TextField } from "#/ui/text-field.tsx";

/** Finds the receipt of an erasure by its number. */
export function FindReceiptScreen() {
  const navigate = useNavigate();
  const [number, setNumber] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const handleFind = (sentForm: HTMLFormElement) => {
    // A number has eight letters and digits. Users also type its hyphen, and spaces.
    const plain = number.replace(/[^\p{L}\p{N}]/gu, "");
    const isFaulty = plain.length !== 8;
    setIsWrong(isFaulty);
    if (isFaulty) focusField(sentForm, "number");
    else void navigate({ to: "/erasures/$number", params: { number: plain.toUpperCase() }, search: {} });
  };
  return (
    <>
      <PageHeading intro={m["erasures.findIntro"]()}>{m["erasures.findTitle"]()}</PageHeading>
      <Card>
        <Stack
          as="form"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            handleFind(event.currentTarget);
          }}
        >
          <TextField
            label={m["erasures.number"]()}
            hint={m["erasures.numberHint"]()}
            error={isWrong ? m["erasures.numberWrong"]() : undefined}
            name="number"
            autoComplete="off"
            spellCheck={false}
            value={number}
            onChange={(event) => setNumber(event.currentTarget.value)}
          />
          <Button type="submit">{m["erasures.find"]()}</Button>
        </Stack>
      </Card>
      <Link to="/player-groups" className={buttonClass("quiet")}>
        {m["erasures.back"]()}
      </Link>
    </>
  );
}
