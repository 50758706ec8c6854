import type { RequestInput } from '../../../shared/contract.ts'

/** A private key, or a keystore file with its password, as a person hands it over. */
export type KeySource = RequestInput<'accounts.import'>['source']
