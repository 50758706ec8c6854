import { AppError } from '../../../shared/errors.ts'

/** The largest file to read, in bytes; most of it may be pictures. */
const LARGEST = 50_000_000
/** The longest text that main reads, in characters. */
const LONGEST = 5_000_000

/** The properties of a vCard with pictures, sounds and keys. */
const media = /^(?:[\w-]{1,60}\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:].*(?:(?:\r\n?|\n)[ \t].*)*(?:\r\n?|\n)?/gim

/** Returns the text of a file with contacts, without pictures. Throws AppError `invalid-input` with the reason `contacts-too-large`. */
export async function textOfFile(file: File): Promise<string> {
  if (file.size > LARGEST) throw tooLarge()
  const text = decode(await file.arrayBuffer()).replace(media, '')
  if (text.length > LONGEST) throw tooLarge()
  return text
}

/** Decodes UTF-8, else what spreadsheets on Windows write: UTF-16, or one byte for each letter. */
function decode(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes)
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function tooLarge(): AppError {
  return new AppError('invalid-input', 'The file is too large', { details: { reason: 'contacts-too-large' } })
}
