import { type RefObject, useRef } from 'react'
import { NotLoaded } from '#portal/calls/loaded.tsx'
import { Button } from '#ui/button.tsx'
import { focusOnRemoval } from '#ui/focus-on-removal.ts'

type OlderRowsProps = {
  trail: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    isFetchNextPageError: boolean
    error: Error | null
    fetchNextPage: () => Promise<unknown>
  }
  /** Takes focus when there are no more. */
  countLine: RefObject<HTMLElement | null>
}

export function OlderRows({ trail, countLine }: OlderRowsProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = trail
  const button = useRef<HTMLButtonElement>(null)
  if (isFetchNextPageError) {
    const query = { error, isFetching: isFetchingNextPage, refetch: fetchNextPage }
    return (
      <div ref={focusOnRemoval(() => button.current ?? countLine.current)}>
        <NotLoaded message="Unable to load older rows." query={query} />
      </div>
    )
  }
  if (!hasNextPage) return null
  return (
    <div className="trail-older screen-only" ref={focusOnRemoval(() => countLine.current)}>
      <Button ref={button} busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Show older rows
      </Button>
    </div>
  )
}
