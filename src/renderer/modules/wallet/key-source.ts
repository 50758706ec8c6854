import type { RequestInput } from '../../../shared/contract.ts'

/** A private key, or a keystore file with its password, as the user enters it. */
export type KeySource = RequestInput<'accounts.import'>['source']
