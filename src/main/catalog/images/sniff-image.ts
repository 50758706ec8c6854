/**
 * Returns the content type of an image by its first bytes (https://mimesniff.spec.whatwg.org/#image-type-pattern-matching-algorithm), or
 * null.
 */
export function sniffImage(bytes: Uint8Array): string | null {
  const starts = (...signature: number[]): boolean => signature.every((byte, index) => bytes[index] === byte)
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(0xff, 0xd8, 0xff)) return 'image/jpeg'
  const head = new TextDecoder('utf-8').decode(bytes.subarray(0, 1024)).replace(/^\ufeff/, '')
  if (head.startsWith('GIF87a') || head.startsWith('GIF89a')) return 'image/gif'
  if (head.startsWith('RIFF') && new TextDecoder('latin1').decode(bytes.subarray(8, 14)) === 'WEBPVP')
    return 'image/webp'
  return /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[\s\S]*?-->\s*)*(?:<!doctype\s+svg[^>]*>\s*)?<svg[\s>]/i.test(head)
    ? 'image/svg+xml'
    : null
}
