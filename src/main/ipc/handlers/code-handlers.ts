import type { codeRequests } from '../../../shared/codes/contract.ts'
import { qrTextOf, readActivation } from '../../../shared/codes/read-activation.ts'
import type { KeptCodeView } from '../../../shared/codes/views.ts'
import { AppError } from '../../../shared/errors.ts'
import type { SecretClipboard } from '../../codes/create-clipboard.ts'
import { endingOf } from '../../codes/ending-of.ts'
import type { Codes } from '../../codes/open-codes.ts'
import type { Code } from '../../codes/sealed-code.ts'
import type { Purchases } from '../../purchases/create-purchases.ts'
import type { HandlersOf } from '../channel/handlers.ts'

export interface CodeParts {
  readonly codes: Codes
  readonly clipboard: SecretClipboard
  readonly purchases: Pick<Purchases, 'row'>
}

/** Answers requests about kept codes. */
export function codeHandlers({ codes, clipboard, purchases }: CodeParts): HandlersOf<typeof codeRequests> {
  function view({ text, pin: _pin, purchaseId, keptAt, ...code }: Code): KeptCodeView | null {
    const purchase = purchases.row(purchaseId)
    return (
      purchase && {
        ...code,
        purchase,
        isEsim: readActivation(text) !== null,
        ending: endingOf(text),
        keptAt: new Date(keptAt).toISOString(),
      }
    )
  }
  function shown(code: Code): KeptCodeView {
    const found = view(code)
    if (found === null) throw new AppError('not-found', 'There is no such purchase')
    return found
  }
  return {
    'codes.list': ({ purchaseId }) => codes.list(purchaseId).flatMap((code) => view(code) ?? []),
    'codes.keep'(input) {
      if (purchases.row(input.purchaseId) === null) throw new AppError('not-found', 'There is no such purchase')
      return shown(codes.keep(input))
    },
    'codes.findSame'(input) {
      const same = codes.findSame(input)
      return same && view(same)
    },
    'codes.mark': (input) => shown(codes.mark(input, purchases.row)),
    'codes.remove': ({ id }) => void codes.remove(id),
    'codes.reveal': ({ id }) => codes.reveal(id),
    async 'codes.copy'({ id, part }) {
      const { text, pin } = codes.reveal(id)
      // Phones take an eSIM's code as its QR code has it.
      const whole = readActivation(text) === null ? text : qrTextOf(text)
      return { clears: await clipboard.copy(part === 'text' ? whole : (pin ?? '')) }
    },
  }
}
