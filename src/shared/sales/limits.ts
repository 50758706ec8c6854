/** What may be limited of selling without the manager: one sale, a clerk's in a shift, everybody's in it, everybody's within 24 hours. */
export const saleLimits = ['perSale', 'perClerk', 'perShift', 'perDay'] as const
