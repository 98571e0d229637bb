/** Everything that was read of a client's notes lies below `ofClient`. */
export const noteKeys = {
  ofClient: (clientId: string) => ['notes', clientId],
  list: (clientId: string) => ['notes', clientId, 'list'],
  report: (clientId: string) => ['notes', clientId, 'report'],
  versions: (clientId: string, noteId: string) => ['notes', clientId, 'versions', noteId],
} as const
