import { useQuery } from '@tanstack/react-query'
import { newNotePart } from '#contract/paths.ts'
import { clientQueries } from '#portal/clients/queries.ts'
import { useAreaPath } from '#portal/screen/area.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { Anchor } from '#ui/anchor.tsx'
import { notesScreenWording as wording } from './wording.ts'

/** On to the next client without a note this week, straight into the box. What can't be found out is not offered. */
export function NextClientLink({ clientId }: { clientId: string }) {
  const { data: next } = useQuery(clientQueries.nextWithoutNote(clientId))
  const areaPath = useAreaPath()
  if (!next) return null
  return (
    <Anchor href={`${areaPath('clientNotes', next.id)}#${newNotePart}`}>
      {wording.next} <bdi>{fullName(next)}</bdi>
    </Anchor>
  )
}
