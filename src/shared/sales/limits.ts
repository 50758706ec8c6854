/** The limits of selling without the manager: per sale, per clerk and shift, per shift, per 24 hours. */
export const saleLimits = ['perSale', 'perClerk', 'perShift', 'perDay'] as const
/** All limits of what a clerk may do without the manager. */
export const clerkLimits = [...saleLimits, 'cashOut'] as const
