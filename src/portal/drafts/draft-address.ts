import { useSearchParams } from 'react-router'
import type { ListedDraft } from '#contract/drafts/endpoints.ts'
import { auditedKinds } from '#contract/manifests.ts'
import { newNoteFragment, screenPath } from '#contract/paths.ts'
import { useAreaPath } from '#portal/screen/area.ts'

/** Names the draft that the screen opens. A key holds ids only. */
const parameter = 'draft'

export function useNamedDraft() {
  const [params, setParams] = useSearchParams()
  return {
    /** The key of the draft that the address names; '' for none. */
    named: params.get(parameter) ?? '',
    /** Once its form is closed: a reload must not open it again. */
    forget() {
      if (!params.has(parameter)) return
      params.delete(parameter)
      setParams(params, { replace: true })
    },
  }
}

/** A reload continues with this draft. Not by the router, which would scroll and move focus. */
export function nameInAddress(key: string): void {
  history.replaceState(history.state, '', `?${parameter}=${key}${location.hash}`)
}

/** Where a draft is continued. */
export function useDraftAddress(): (key: string) => string {
  const areaPath = useAreaPath()
  return (key) => {
    const [form = '', id = ''] = key.split(/[:~]/)
    const query = `?${parameter}=${key}`
    switch (form) {
      case 'new-client':
        return areaPath('addClient') + query
      case 'new-employee':
        return screenPath('admin', 'addEmployee') + query
      case 'edit-employee':
        return screenPath('admin', 'userManagement') + query
      case 'edit-client':
        return areaPath('editClient', id) + query
      case 'edit-note':
        return areaPath('clientNotes', id) + query
      case 'note':
      case 'correction':
        return `${areaPath('clientNotes', id)}${query}#${newNoteFragment}`
      default:
        return areaPath('clientDetails', id) + query
    }
  }
}

const labels: Readonly<Record<string, string>> = {
  'new-client': 'Unfinished new client',
  'new-employee': 'Unfinished new employee',
  'edit-employee': 'Unfinished changes to an employee',
}

/** What a draft is called; undefined if its client was deleted or another release wrote it. */
export function draftLabel({ key, about }: ListedDraft): string | undefined {
  const [form = ''] = key.split(/[:~]/)
  if (labels[form]) return labels[form]
  if (!about) return undefined
  if (form === 'note') return `Unfinished note about ${about}`
  if (form === 'correction') return `Unfinished correction to a note about ${about}`
  if (form === 'edit-note') return `Unfinished edit of a note about ${about}`
  if (form === 'edit-client') return `Unfinished changes to ${about}`
  const kinds: Readonly<Record<string, { actions: object; label?: string }>> = auditedKinds
  const kind = kinds[form.replace(/^edit-/, '')]?.label
  return kind && `Unfinished ${kind.toLowerCase()} for ${about}`
}
