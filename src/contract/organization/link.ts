import { z } from 'zod'

/** Only these two schemes: a `javascript:` or `data:` address would run as code in the reader's page. */
const scheme = /^https?:\/\//i
/** A name below a top-level domain, in the letters that the network knows. */
const publicName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{1,59})$/

/** An address that a visitor may open. */
export const httpLink = z
  .string()
  .trim()
  .superRefine((link, context) => {
    const message = whatIsWrong(link)
    if (message) context.addIssue({ code: 'custom', message })
  })

/** The first mistake; it finishes the sentence 'The field … '. */
function whatIsWrong(link: string): string | undefined {
  if (!scheme.test(link)) return 'must be an address that begins with https:// or http://'
  const url = /[\s\p{C}]/u.test(link) ? null : URL.parse(link)
  if (!url) return 'must be a whole address without blanks, such as https://www.example.org'
  if (url.username || url.password) return 'must not hold a user name or password: the page would publish it'
  if (!publicName.test(url.hostname))
    return `must be a website that visitors can reach, such as https://www.example.org; ${url.host} is none`
  return undefined
}
