import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { failures } from '#contract/failures.ts'
import { CallFailure, failureWithoutAnswer } from '#portal/calls/call-failure.ts'
import { NotLoaded } from '#portal/calls/loaded.tsx'
import { NoteError } from '#portal/notes/note-error.tsx'

describe('the error of a note', () => {
  const title = 'Something went wrong. Please try again.'
  const refusal = (detail: string) => renderToStaticMarkup(createElement(NoteError, { title, detail }))

  it('shows the reason only if it adds something', () => {
    expect(refusal(failures['storage-full'].message)).toContain(failures['storage-full'].message)
    expect(refusal(failures['server-failure'].message)).not.toContain('on our side')
  })
})

describe('a screen that could not be loaded', () => {
  const rendered = (error: unknown) => {
    const query = { error, isFetching: false, refetch: () => undefined }
    const message = 'Unable to load notes. Please try again later.'
    return renderToStaticMarkup(createElement(NotLoaded, { message, query }))
  }

  it('says to try again only once, and gives any other reason', () => {
    expect(
      rendered(new CallFailure({ code: 'server-failure', ...failures['server-failure'] }, 500, true)),
    ).not.toContain('on our side')
    expect(rendered(failureWithoutAnswer('no-answer'))).toContain('The server is not responding.')
  })
})
