import { m } from "@storyport/texts/messages";

/** Shown before an erasure, and on its receipt. `sharedPlayers`: players that other students play too. */
export function WhatStays({ productName, sharedPlayers }: { productName: string; sharedPlayers: number }) {
  return (
    <>
      <h2>{m["erasures.stays"]()}</h2>
      <ul>
        <li>{m["erasures.staysResults"]()}</li>
        {sharedPlayers > 0 && <li>{m["erasures.shared"]({ count: sharedPlayers })}</li>}
        <li>{m["erasures.staysHistory"]()}</li>
        <li>{m["erasures.staysElsewhere"]({ productName })}</li>
      </ul>
    </>
  );
}
