import { decode } from 'fast-png'
import decodeQR from 'qr/decode.js'
import type { Locator } from '@playwright/test'

/** Reads a QR code on the screen, as a camera does. */
export async function readQr(code: Locator): Promise<string> {
  const { width, height, data } = decode(await code.screenshot())
  return decodeQR({ width, height, data: Uint8Array.from(data) })
}
