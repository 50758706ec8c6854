/** What installs an eSIM (GSMA SGP.22, "Activation Code"). */
export interface Activation {
  /** The host name of the SM-DP+ server. */
  readonly server: string
  /** The matching id, which phones call the activation code. */
  readonly code: string
  /** Whether the phone also asks for a confirmation code. */
  readonly needsConfirmation: boolean
}

const FORMAT = '1'
const HOST = /^(?=.{4,253}$)[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i
const MATCHING_ID = /^[A-Z\d-]{0,255}$/i

/**
 * Reads the activation code of an eSIM, with or without the prefix that its QR code has, "LPA:1$server$id", or in the link that opens the
 * installation on a phone (`carddata`, Apple and Android). Null if it is none.
 */
export function readActivation(text: string): Activation | null {
  const [format, server = '', code, , confirmation] = partsOf(text)
  if (format !== FORMAT || code === undefined || !HOST.test(server) || !MATCHING_ID.test(code)) return null
  return { server, code, needsConfirmation: confirmation === '1' }
}

/** Returns the text of an eSIM's QR code, as phones expect it: with the prefix in capitals, and without spaces. */
export const qrTextOf = (text: string): string => `LPA:${partsOf(text).join('$')}`

function partsOf(text: string): string[] {
  const plain = (inLink(text) ?? text).trim().replace(/^LPA:/i, '')
  return plain.split('$').map((part) => part.trim())
}

function inLink(text: string): string | null {
  const address = URL.parse(text.trim())
  return address?.protocol === 'https:' ? address.searchParams.get('carddata') : null
}
