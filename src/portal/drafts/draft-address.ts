import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { ListedDraft } from '#contract/drafts/endpoints.ts'
import { auditedKinds } from '#contract/manifests.ts'
import {
  type AnyScreen,
  newNoteFragment,
  type ScreenDefinition,
  type SharedScreen,
  screens,
} from '#contract/paths.ts'
import { isAboutClient, useAreaPath } from '#portal/screen/area.ts'

/** Names the draft that the screen opens. A key holds ids only. */
const parameter = 'draft'

export function useNamedDraft() {
  const [params, setParams] = useSearchParams()
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return {
    /** The key of the draft that the address names; '' for none. */
    named: params.get(parameter) ?? '',
    /** Once its form is closed: a reload must not open it again. A form that was left may be closed on another screen. */
    forget() {
      if (!isShown.current || !params.has(parameter)) return
      params.delete(parameter)
      setParams(params, { replace: true, preventScrollReset: true })
    },
  }
}

/** A reload continues with this draft; with '' none. Not by the router, which would scroll and move focus. */
export function nameInAddress(key: string): void {
  const { pathname, search, hash } = location
  const next = key && `?${parameter}=${key}`
  // The form may be closing on a screen that it has opened, such as a filtered list.
  if (next || search.startsWith(`?${parameter}=`))
    history.replaceState(history.state, '', pathname + next + hash)
}

/** Where a draft is continued. */
export function useDraftAddress(): (key: string) => string {
  const areaPath = useAreaPath()
  return (key) => {
    const [form = '', id] = key.split(/[:~]/)
    const { screen } = placeOf(form)
    const path = areaPath(screen as SharedScreen, isAboutClient(screen) ? id : undefined)
    // Where a note is edited, its own field takes focus.
    const fragment = screen === 'clientNotes' && form !== 'edit-note' ? `#${newNoteFragment}` : ''
    return `${path}?${parameter}=${key}${fragment}`
  }
}

/** What a draft is called; undefined if its client was deleted or another release wrote it. */
export function draftLabel({ key, about }: ListedDraft): string | undefined {
  const [form = ''] = key.split(/[:~]/)
  const { screen, what } = placeOf(form)
  if (!what || (isAboutClient(screen) && !about)) return undefined
  return ['Unfinished', what, about].filter(Boolean).join(' ')
}

/** The screen with a form, and what an unfinished one is. Records of a client, such as papers, are on the client's details. */
export function placeOf(form: string): { screen: AnyScreen; what: string | undefined } {
  for (const screen of Object.keys(screens) as AnyScreen[]) {
    const { forms }: ScreenDefinition = screens[screen]
    if (forms?.[form]) return { screen, what: forms[form] }
  }
  const kinds: Readonly<Record<string, { actions: object; label?: string }>> = auditedKinds
  const kind = kinds[form.replace(/^edit-/, '')]?.label
  return { screen: 'clientDetails', what: kind && `entry (${kind.toLowerCase()}) for` }
}
