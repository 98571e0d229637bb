/** What every form about a record says. */
export const recordFormWording = {
  cancel: 'Cancel',
  saveChanges: 'Save Changes',
  updated: 'Updated',
  restored: 'Your earlier changes have been restored. They are not saved yet.',
  discard: 'Discard changes',
  conflict: {
    title: 'Someone else changed this record',
    detail: 'Someone else saved changes after you opened this record. Nothing is lost: choose what to keep.',
    sameAlready: 'Someone else already saved the same changes.',
    yours: 'Yours',
    theirs: 'Theirs',
    untouched: 'Not changed by you',
    empty: 'Empty',
    keepMine: 'Keep my changes',
    takeNewer: 'Use the newer record',
  },
} as const
