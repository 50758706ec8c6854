import { isSupportedCountry } from 'libphonenumber-js/max'
import type { SettingsView } from '../../shared/app/views.ts'
import { suggestEmail } from '../catalog/delivery/suggest-email.ts'
import { parsePhone } from '../people/parse-phone.ts'
import type { WritableDb } from '../db/connections.ts'
import type { Sealer } from '../db/seal.ts'
import { openPeople, type People } from '../people/open-people.ts'
import type { Vault } from '../vault/vault.ts'

export interface PeopleParts {
  readonly ledger: WritableDb
  readonly sealer: Sealer
  readonly vault: Pick<Vault, 'isLocked'>
  settings(): Pick<SettingsView, 'homeCountry'>
}

/** Opens the people, whose national phone numbers belong to the user's country. */
export function openPeopleParts({ ledger, sealer, vault, settings }: PeopleParts): People {
  return openPeople({
    ledger,
    sealer,
    isLocked: vault.isLocked,
    suggestEmail,
    readPhone(typed, country = settings().homeCountry ?? '') {
      const phone = parsePhone(typed, isSupportedCountry(country) ? country : undefined)
      // The same digits are possible in many countries, so a national number must exist in this one.
      const isNumber = typed.trim().startsWith('+') ? phone?.isPossible() : phone?.isValid()
      return phone && isNumber ? phone.number : null
    },
  })
}
