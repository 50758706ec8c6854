import { assertReady, type World } from './world.ts'

/**
 * Electron's `safeStorage` (docs/api/safe-storage.md). On Linux it always encrypts: with a key of the system's secret service (`v11`), or
 * with one that everybody knows (`v10`, PosixKeyProvider of Chromium's os_crypt).
 */
export function createSafeStorage(world: World) {
  const prefix = (): Buffer => Buffer.from(world.platform === 'linux' && world.hasKeyring ? 'v11' : 'v10')
  const invert = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0xff))

  return {
    isAsyncEncryptionAvailable: () => Promise.resolve(world.isReady),
    encryptStringAsync(text: string): Promise<Buffer> {
      assertReady(world, 'safeStorage.encryptStringAsync', 'docs/api/safe-storage.md')
      return Promise.resolve(Buffer.concat([prefix(), invert(Buffer.from(text))]))
    },
    decryptStringAsync(bytes: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
      assertReady(world, 'safeStorage.decryptStringAsync', 'docs/api/safe-storage.md')
      const isUnprotected = world.platform === 'linux' && bytes.subarray(0, 3).toString() === 'v10'
      if (!isUnprotected && !bytes.subarray(0, 3).equals(prefix()))
        return Promise.reject(new Error('Error while decrypting the ciphertext'))
      return Promise.resolve({
        result: invert(bytes.subarray(3)).toString(),
        shouldReEncrypt: isUnprotected && world.hasKeyring,
      })
    },
  }
}
