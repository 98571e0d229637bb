import { onTestFinished } from 'vitest'

/** As the page's head says it where people sign in with accounts of the organization. */
export function setUpProvider(name = 'Example ID', passwords = 'everyone'): string {
  const metas = Object.entries({ 'sign-in-with': name, passwords }).map(([meta, content]) =>
    Object.assign(document.createElement('meta'), { name: meta, content }),
  )
  document.head.append(...metas)
  onTestFinished(() => {
    for (const meta of metas) meta.remove()
  })
  return name
}
