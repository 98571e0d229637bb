import { useAreaPath } from '#portal/screen/area.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { NoteRefusal } from './note-refusal.tsx'
import { sharedNoteWording, notesScreenWording as wording } from './wording.ts'

/** Decision 50: the address names no client. */
export function ClientMissing({ title }: { title: string }) {
  const areaPath = useAreaPath()
  return (
    <Screen title={title} narrow>
      <NoteRefusal title={sharedNoteWording.missingClient} detail={wording.noClientDetail}>
        <LinkButton href={areaPath('clients')}>{wording.toClients}</LinkButton>
      </NoteRefusal>
    </Screen>
  )
}
