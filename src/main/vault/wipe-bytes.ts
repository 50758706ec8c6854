/** Overwrites all bytes in a message with zeros, at any depth. */
export function wipeBytes(message: unknown): void {
  if (message instanceof Uint8Array) message.fill(0)
  else if (typeof message === 'object' && message !== null) Object.values(message).forEach(wipeBytes)
}
