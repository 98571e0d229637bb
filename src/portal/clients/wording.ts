/** What the screens about one client share. */
export const clientWording = {
  updated: 'Client updated successfully!',
  updateFailed: 'Failed to update client.',
  deleted: 'This client has been deleted. You can still copy what you typed.',
  notFound: 'This client could not be found.',
  notFoundDetail: 'The link may be wrong, or the client may have been deleted.',
  confidential: 'Confidential client record. For authorized staff only.',
} as const
