/** Returns the code on a sale's receipt: only letters and digits, because a scanner types other characters by its own layout. */
export function receiptCode(purchaseId: string): string {
  return purchaseId.replaceAll('-', '').toUpperCase()
}

/** Returns the purchase's id that a receipt's code names; null for any other text. */
export function readReceiptCode(text: string): string | null {
  const [, ...parts] =
    /^([\da-f]{8})([\da-f]{4})([\da-f]{4})([\da-f]{4})([\da-f]{12})$/.exec(text.trim().toLowerCase()) ?? []
  return parts.length === 0 ? null : parts.join('-')
}
