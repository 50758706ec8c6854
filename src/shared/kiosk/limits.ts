/** The limits of a counter: pages, products per page, and characters of a page's name. */
export const counterLimits = { pages: 12, products: 60, name: 30 } as const
