/** The limits of selling without the manager: per sale, per clerk and shift, per shift, per 24 hours. */
export const saleLimits = ['perSale', 'perClerk', 'perShift', 'perDay'] as const
