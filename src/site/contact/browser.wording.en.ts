const characters = (count: string) => (count === '1' ? '1 character' : `${count} characters`)

/** Words that only the page's script shows. */
export const contactFormWording = {
  send: 'Send message',
  sending: 'Sending…',
  upTo: (limit: string) => `Up to ${limit} characters`,
  left: (count: string) => `${characters(count)} left`,
  tooMany: (count: string) => `${characters(count)} too many`,
  tooLong: (limit: string) => `Message can have at most ${limit} characters`,
} as const
