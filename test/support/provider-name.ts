import { onTestFinished } from 'vitest'

/** As the page's head says it where people sign in with accounts of the organization. */
export function setUpProvider(name = 'Example ID'): string {
  const meta = Object.assign(document.createElement('meta'), { name: 'sign-in-with', content: name })
  document.head.append(meta)
  onTestFinished(() => meta.remove())
  return name
}
