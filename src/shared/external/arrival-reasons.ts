/**
 * Why coins that arrived are not simply the payment that was asked for. `unclear`: several purchases wait for this amount. `other-call`: the
 * account did not send it as a plain transfer. `stopped`: the user had stopped waiting. `unpaid`: its purchase had ended unpaid.
 */
export const arrivalReasons = [
  'too-little',
  'too-much',
  'late',
  'unclear',
  'stopped',
  'twice',
  'unpaid',
  'other-call',
  'other-token',
  'other-sender',
] as const
export type ArrivalReason = (typeof arrivalReasons)[number]

/** The reasons whose coins the user may still call the payment of a purchase that is not paid. */
export const registrableReasons: readonly ArrivalReason[] = [
  'too-little',
  'too-much',
  'late',
  'unclear',
  'stopped',
  'other-call',
]
