import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { failures } from '#contract/failures.ts'
import { CallFailure, failureWithoutAnswer } from '#portal/calls/call-failure.ts'
import { NotLoaded } from '#portal/calls/loaded.tsx'
import { NoteError } from '#portal/notes/note-error.tsx'
import { sharedNoteWording } from '#portal/notes/wording.ts'
import { ScreenSkeleton } from '#portal/screen/loaded-screen.tsx'
import { hasStoredDraft } from '#portal/session/draft-storage.ts'

describe('the skeleton of a screen', () => {
  beforeEach(() => {
    vi.stubGlobal('document', { querySelector: () => ({ content: 'Stable Housing' }) })
  })

  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('shows the title of a screen in the tab and as the heading while it is loading', () => {
    const html = renderToStaticMarkup(createElement(ScreenSkeleton, { title: 'Dashboard' }))
    expect(html).toMatch(/<h1[^>]*>Dashboard<\/h1>/)
    expect(html).toContain('<title>Dashboard – Stable Housing</title>')
  })

  it('shows no heading while the title is unknown', () => {
    const html = renderToStaticMarkup(createElement(ScreenSkeleton))
    expect(html).not.toContain('<h1')
  })
})

describe('the error of a note', () => {
  const title = 'Something went wrong. Please try again.'
  const refusal = (detail: string) => renderToStaticMarkup(createElement(NoteError, { title, detail }))

  it('shows the reason only if it adds something', () => {
    expect(refusal(failures['storage-full'].message)).toContain(failures['storage-full'].message)
    expect(refusal(failures['server-failure'].message)).not.toContain('on our side')
  })
})

describe('a screen that could not be loaded', () => {
  const shown = (error: unknown) => {
    const query = { error, isFetching: false, refetch: () => undefined }
    return renderToStaticMarkup(createElement(NotLoaded, { message: sharedNoteWording.loadFailed, query }))
  }

  it('says to try again only once, and gives any other reason', () => {
    expect(
      shown(new CallFailure({ code: 'server-failure', ...failures['server-failure'] }, 500, true)),
    ).not.toContain('on our side')
    expect(shown(failureWithoutAnswer('no-answer'))).toContain('The server is not responding.')
  })
})

describe('the login page', () => {
  it('detects whether this tab holds a draft', () => {
    vi.stubGlobal('sessionStorage', { wantedAddress: '/manager/clients' })
    expect(hasStoredDraft()).toBe(false)
    vi.stubGlobal('sessionStorage', {
      wantedAddress: '/manager/clients',
      'encrypted:draft:e1:new-client': '…',
    })
    expect(hasStoredDraft()).toBe(true)
    vi.unstubAllGlobals()
  })
})
