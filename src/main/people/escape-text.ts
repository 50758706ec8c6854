/** Returns a text as the value of a vCard's property, on one line (RFC 6350, 3.4). */
export const escapeText = (text: string): string =>
  text.replaceAll(/[\\,;]/g, String.raw`\$&`).replaceAll(/\r?\n|\r/g, String.raw`\n`)
