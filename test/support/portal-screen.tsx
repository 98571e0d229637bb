import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createMemoryRouter, type InitialEntry, type RouteObject, RouterProvider } from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import type { Role } from '#contract/access/roles.ts'
import { forgetDrafts } from '#portal/drafts/drafts.ts'
import { newQueryClient } from '#portal/query-client.ts'
import { PortalFrame } from '#portal/screen/portal-frame.tsx'
import { SessionContext } from '#portal/session/use-session.ts'

type Answer = (body: unknown) => Response | Promise<Response>

/** Drafts are kept on the page: without a stored session they are not sent. */
const noDrafts = () => Response.json([])

/** `GET /clients/1` → its answer. What is not listed is answered by 404. */
export type Answers = Record<string, Answer>

interface PortalScreen {
  /** Screens by route. */
  screens?: Record<string, ReactNode>
  /** Instead of the screens. */
  routes?: RouteObject[]
  address: InitialEntry
  answers: Answers
  role?: Role
}

/** Screens of the portal in a browser, signed in, with answers of the test in place of the server. */
export async function openPortal({
  screens = {},
  routes = [
    {
      element: <PortalFrame />,
      children: Object.entries(screens).map(([path, element]) => ({ path, element })),
    },
  ],
  address,
  answers,
  role = 'manager',
}: PortalScreen) {
  const session = { role, email: 'm@example.org', name: 'Mia Berg', sub: 'e1', sid: 's1', iat: 0, exp: 9e9 }
  const queries = newQueryClient()
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    const request = `${method} ${url.replace(/^\/api/, '')}`
    requests.push(request)
    const answer = answers[request] ?? (request === 'GET /drafts' ? noDrafts : undefined)
    if (!answer) return Response.json({ code: 'not-found', message: 'Not found.' }, { status: 404 })
    return await answer(body ? JSON.parse(String(body)) : undefined)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    forgetDrafts()
  })
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  const screen = await render(
    <QueryClientProvider client={queries}>
      <SessionContext value={session}>
        <RouterProvider router={router} useTransitions={false} />
      </SessionContext>
    </QueryClientProvider>,
  )
  return { screen, queries, requests, router }
}
