import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failures } from '#contract/failures.ts'
import { NoteRefusal } from '#portal/notes/note-refusal.tsx'
import { ScreenSkeleton } from '#portal/screen/screen-skeleton.tsx'
import { hasDraft } from '#portal/session/draft.ts'

describe('a screen on its way', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { querySelector: () => ({ content: 'Stable Housing' }) })
  })

  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('has its title already, in the tab and as the heading', () => {
    const html = renderToStaticMarkup(createElement(ScreenSkeleton, { title: 'Dashboard' }))
    expect(html).toMatch(/<h1[^>]*>Dashboard<\/h1>/)
    expect(html).toContain('<title>Dashboard – Stable Housing</title>')
  })

  it('has no heading while its title is not known', () => {
    const html = renderToStaticMarkup(createElement(ScreenSkeleton))
    expect(html).not.toContain('<h1')
  })
})

describe('a refused note', () => {
  const title = 'Something went wrong. Please try again.'
  const refusal = (detail: string) => renderToStaticMarkup(createElement(NoteRefusal, { title, detail }))

  it('says what happened, where that adds something', () => {
    expect(refusal(failures['storage-full'].message)).toContain(failures['storage-full'].message)
    expect(refusal(failures['server-failure'].message)).not.toContain('on our side')
  })
})

describe('the login page', () => {
  it('knows whether this tab keeps a draft, whatever else it keeps', () => {
    vi.stubGlobal('sessionStorage', { wantedAddress: '/manager/clients' })
    expect(hasDraft()).toBe(false)
    vi.stubGlobal('sessionStorage', { wantedAddress: '/manager/clients', 'draft:e1:new-client': '{}' })
    expect(hasDraft()).toBe(true)
    vi.unstubAllGlobals()
  })
})
