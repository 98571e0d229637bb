export type Effect = 'pages' | 'server' | 'command' | 'none'

/** The first that fits a path decides. Whoever builds pages restarts the server, too: it holds them in memory. */
const effects: [RegExp, Effect][] = [
  [/\.test\.tsx?$|(^|\/)(\.(?!env$)|README\.md$)|~$/, 'none'],
  [
    /^src\/(contract|ui|portal|site|server\/(forms|training))(\/|$)|^commands\/dev\/kit\.tsx$|^(vite\.config|tsconfig)\./,
    'pages',
  ],
  [/^src\/server(\/|$)|^(migrations|organization)(\/|$)/, 'server'],
  [/^commands\/(dev\b|install|launch|command-line)|^\.env$|^package/, 'command'],
]

/** What a change of this file, named from the root, asks for. */
export function effectOf(path: string): Effect {
  return effects.find(([pattern]) => pattern.test(path))?.[1] ?? 'none'
}
