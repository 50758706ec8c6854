/** What the help answers, under the title of the part of Till that it is about. */
export const helpTopics = {
  purchases: ['late', 'wrong', 'refund', 'support', 'twice', 'fees'],
  wallet: ['coins', 'offline', 'password', 'phrase'],
} as const
