/** Where newer versions are announced, and who may announce them; part of a build's configuration. */
export interface UpdateFeed {
  /** The address of the signed notice. */
  readonly url: string
  /** The publisher's ed25519 public key: SubjectPublicKeyInfo in DER, as base64. */
  readonly key: string
}

declare const __TILL_UPDATES__: UpdateFeed | null | undefined

/** The feed that this build was made with; null for none, and where nothing was built. */
export const builtFeed: UpdateFeed | null = typeof __TILL_UPDATES__ === 'undefined' ? null : __TILL_UPDATES__
