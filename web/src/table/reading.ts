// The order in which choices are read on the sheet: digits, arrow keys and the list follow it. Pure.

import type { Offer, SeatOffers, Variant } from "../protocol";

/** The choices of each seat from the top of the sheet to its bottom, and in a row from left to right; a pass stays first.
 * The spaces of a board come in their order already. */
export function asRead(offers: readonly SeatOffers[], variant: Variant | undefined): readonly SeatOffers[] {
  const place = ({ choice }: Offer): number => {
    if (choice.type !== "cross") return -1;
    const cells = variant?.rows[choice.row] ?? [];
    return 100 * choice.row + cells.findIndex(({ number }) => number === choice.number);
  };
  return offers.map((seat) => ({
    ...seat,
    options: [...seat.options].sort((one, two) => place(one) - place(two)),
  }));
}
