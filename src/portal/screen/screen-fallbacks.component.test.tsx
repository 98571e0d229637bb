import '#ui/foundation.css'
import type { ComponentType } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { AnyScreen } from '#contract/paths.ts'
import { openPortal } from '#test/support/portal-screen.tsx'
import { PortalFrame } from './portal-frame.tsx'
import { Screen } from './screen.tsx'
import { BrokenScreen, CurrentScreen, ScreenSkeleton } from './screen-fallbacks.tsx'

const Clients = () => (
  <Screen title="Clients">
    <a href="#main">A client</a>
  </Screen>
)
const Profile = () => (
  <Screen title="Profile">
    <p>Your account</p>
  </Screen>
)

const skeletonOf = (name: AnyScreen) => <ScreenSkeleton title={`Loading ${name}`} />

/** The list of clients, and the profile, whose code is loaded by `load` when it is opened. */
async function openClients(load: () => Promise<ComponentType>) {
  const opened = await openPortal({
    routes: [
      {
        element: <PortalFrame />,
        children: [
          {
            element: <CurrentScreen skeletonOf={skeletonOf} />,
            children: [
              { path: '/manager/clients', Component: Clients },
              {
                path: '/manager/profile',
                lazy: { Component: load },
                hydrateFallbackElement: skeletonOf('profile'),
                errorElement: <BrokenScreen />,
              },
            ],
          },
        ],
      },
    ],
    address: '/manager/clients',
    answers: {},
  })
  const { screen } = opened
  return { ...opened, heading: (name: string) => screen.getByRole('heading', { level: 1, name }) }
}

test('the heading of a screen is shown while its code is loading', async () => {
  const code = Promise.withResolvers<ComponentType>()
  const { router, heading } = await openClients(() => code.promise)
  void router.navigate('/manager/profile')
  await expect.element(heading('Loading profile')).toBeVisible()
  expect(heading('Clients').elements()).toEqual([])
  code.resolve(Profile)
  await expect.element(heading('Profile')).toHaveFocus()
  expect(heading('Loading profile').elements()).toEqual([])
})

test('a screen whose code is broken offers to reload the page, and the others still open', async () => {
  const { screen, router, heading } = await openClients(() => Promise.reject(new TypeError('No such chunk')))
  void router.navigate('/manager/profile')
  await expect.element(heading('This screen could not be opened')).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: 'Reload the page' })).toBeVisible()
  await router.navigate(-1)
  await expect.element(heading('Clients')).toHaveFocus()
})

test('a screen that can’t be loaded offline is loaded on request once online', async () => {
  let isOnline = false
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  onTestFinished(() => void vi.restoreAllMocks())
  const load = async () => {
    if (!isOnline) throw new TypeError('Failed to fetch')
    return Profile
  }
  const { screen, router, heading } = await openClients(load)
  void router.navigate('/manager/profile')
  await expect.element(screen.getByRole('alert')).toMatchTextContent('You seem to be offline.')
  const again = screen.getByRole('button', { name: 'Try again' })
  await again.click()
  await expect.element(again).toBeVisible()
  isOnline = true
  ;(again.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Profile')).toHaveFocus()
})
