/** As many numbers, e-mail addresses and addresses as a person may have, of each. */
export const MOST_EACH = 20
