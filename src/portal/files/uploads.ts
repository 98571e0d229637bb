import { useMutation, useQueryClient } from '@tanstack/react-query'
import { uploadSeconds } from '#contract/files/fields.ts'
import { useSay } from '#portal/action/message.ts'
import { call } from '#portal/calls/call.ts'
import { CallFailure, errorMessage } from '#portal/calls/call-failure.ts'
import { sendWithProgress } from '#portal/calls/send-with-progress.ts'
import { newDraftId } from '#portal/drafts/drafts.ts'
import { refresh } from '#portal/query-client.ts'
import { prepareFile, UnfitFile } from './prepare-file.ts'
import { filesQuery } from './queries.ts'
import { addUnsent, changeUnsent, findUnsent, type Place, removeUnsent } from './unsent-files.ts'

/** One after another: they share a phone's line, and the server takes few at once. */
let queue = Promise.resolve()

async function send(key: string): Promise<void> {
  const { clientId: id, paperId: paper, chosen, content, canceling } = findUnsent(key) ?? {}
  if (!id || !chosen) return
  changeUnsent(key, { sent: 0 })
  const file = content ?? (await prepareFile(chosen))
  changeUnsent(key, { content: file })
  const options = {
    upload: sendWithProgress(file, (sent) => changeUnsent(key, { sent })),
    idempotencyKey: key,
    timeout: uploadSeconds * 1000,
    ...(canceling && { signal: canceling.signal }),
  }
  await call('POST /clients/:id/files', { params: { id }, query: { paper } }, options)
}

/** Sends files to a place, even if their screen is left meanwhile. */
export function useUpload(place: Place) {
  const say = useSay()
  const queries = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: send,
    onSettled: () => refresh(queries, filesQuery(place.clientId)),
  })

  async function sendNext(key: string): Promise<void> {
    const file = findUnsent(key)
    if (!file) return
    try {
      await mutateAsync(key)
      // Not if it was canceled when it had arrived: then the list shows it.
      if (findUnsent(key)) say({ title: `${file.chosen.name} was added.` })
      removeUnsent(key)
    } catch (error) {
      changeUnsent(key, {
        sent: undefined,
        failure: reasonOf(error),
        isUnfit: error instanceof UnfitFile,
      })
    }
  }

  function start(key: string): void {
    queue = queue.then(() => sendNext(key))
  }

  return {
    add(files: readonly File[]) {
      for (const chosen of files) {
        const key = newDraftId()
        addUnsent({ ...place, key, chosen, canceling: new AbortController() })
        start(key)
      }
    },
    retry(key: string) {
      changeUnsent(key, { failure: undefined })
      start(key)
    },
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof UnfitFile) return error.message
  // Such as a name that is too long.
  const [ofField] = error instanceof CallFailure ? Object.values(error.fields) : []
  return ofField ?? errorMessage(error)
}
