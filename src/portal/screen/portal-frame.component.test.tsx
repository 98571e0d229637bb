import { useSearchParams } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { openPortal } from '#test/support/portal-screen.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Screen } from './screen.tsx'

function Clients() {
  const [, setParams] = useSearchParams()
  return (
    <Screen title="Clients">
      <button type="button" onClick={() => setParams({ status: 'active' }, { preventScrollReset: true })}>
        Active
      </button>
      <div style={{ height: 3000 }} />
      <Anchor id="client" href="/manager/client-details/1">
        Amina
      </Anchor>
      <Anchor href="/forms/housing-transition">Form</Anchor>
    </Screen>
  )
}

function Details() {
  return (
    <Screen title="Client details">
      <div style={{ height: 3000 }} />
    </Screen>
  )
}

const openClients = () =>
  openPortal({
    screens: { '/manager/clients': <Clients />, '/manager/client-details/:id': <Details /> },
    address: '/manager/clients',
    answers: {},
  })

test('a screen opens at its top, and Back returns to the place and the link where the screen was left', async () => {
  const { screen, router } = await openClients()
  const link = screen.getByRole('link', { name: 'Amina' })
  await link.click()
  await expect.element(screen.getByRole('heading', { name: 'Client details' })).toHaveFocus()
  expect(window.scrollY).toBe(0)
  await router.navigate(-1)
  await expect.element(link).toHaveFocus()
  expect(window.scrollY).toBeGreaterThan(1000)
})

test('a filter leaves the page where it is', async () => {
  const { screen, router } = await openClients()
  const filter = screen.getByRole('button', { name: 'Active' })
  window.scrollTo(0, 500)
  ;(filter.element() as HTMLElement).click()
  expect(router.state.location.search).toBe('?status=active')
  await expect.element(filter).toBeVisible()
  expect(window.scrollY).toBe(500)
})

test('a link out of the areas is left to the browser, and a link in an area to the router', async () => {
  const { screen } = await openClients()
  const isTakenByRouter = new Map<string | null, boolean>()
  const watch = (event: Event) => {
    isTakenByRouter.set((event.target as Element).textContent, event.defaultPrevented)
    event.preventDefault()
  }
  window.addEventListener('click', watch)
  onTestFinished(() => window.removeEventListener('click', watch))
  await screen.getByRole('link', { name: 'Form' }).click()
  await screen.getByRole('link', { name: 'Amina' }).click()
  expect(Object.fromEntries(isTakenByRouter)).toEqual({ Form: false, Amina: true })
})
