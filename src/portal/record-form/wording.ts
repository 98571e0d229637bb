/** What every form about a record says. */
export const recordFormWording = {
  cancel: 'Cancel',
  saveChanges: 'Save Changes',
  updated: 'Updated',
  restored: 'Your changes from before are back. They are not saved yet.',
  discard: 'Discard them',
  conflict: {
    title: 'This record was changed in the meantime',
    detail: 'Somebody else saved changes while you were typing. Nothing is lost: choose what to keep.',
    sameAlready: 'Somebody else saved what you typed already.',
    yours: 'Yours',
    theirs: 'Theirs',
    untouched: 'Not changed by you',
    empty: 'Nothing',
    keepMine: 'Keep my changes',
    takeNewer: 'Take the newer record',
  },
} as const
