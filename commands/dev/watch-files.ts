import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join, relative, sep } from 'node:path'

/** Milliseconds of silence: one save is several events, and a change of branch is many saves. */
const settled = 60

/**
 * Reports what changed, as paths from the root with slashes. Each folder is watched by itself and no file is: so a save
 * that puts a new file in the place of the old one is seen on every system.
 */
export function watchFiles(
  root: string,
  { folders, files }: { folders: string[]; files: string[] },
  report: (paths: string[]) => void,
): { close(): void } {
  const watchers = new Map<string, FSWatcher>()
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  function note(path: string): void {
    changed.add(relative(root, path).replaceAll(sep, '/'))
    clearTimeout(timer)
    timer = setTimeout(() => {
      report([...changed])
      changed.clear()
    }, settled)
  }

  function forget(folder: string): void {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }

  function watchFolder(folder: string): void {
    if (watchers.has(folder)) return
    const watcher = watch(folder, (event, name) => {
      const path = join(folder, name ?? '')
      note(path)
      if (event !== 'rename' || path === folder) return
      // A folder of the same name may be another one by now.
      forget(path)
      if (isFolder(path)) watchTree(path)
    })
    // The folder was removed; the one above reports that.
    watcher.on('error', () => forget(folder))
    watchers.set(folder, watcher)
  }

  function watchTree(folder: string): void {
    try {
      watchFolder(folder)
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isDirectory()) watchTree(join(folder, entry.name))
      }
    } catch {
      forget(folder)
    }
  }

  for (const folder of folders) watchTree(join(root, folder))
  const top = watch(root, (_event, name) => {
    if (name !== null && files.includes(name)) note(join(root, name))
  })
  return {
    close() {
      clearTimeout(timer)
      for (const watcher of [top, ...watchers.values()]) watcher.close()
    },
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
