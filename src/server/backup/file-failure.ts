import { OperatorError } from '#server/operator-error.ts'

/** A file system error about a backup file as the sentence for it; other errors unchanged. */
export function fileFailure(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = sentences[code]
  return sentence ? new OperatorError(sentence(file)) : error
}

const sentences: Record<string, (file: string) => string> = {
  ENOSPC: diskFull,
  EDQUOT: diskFull,
  EFBIG: (file) => `The disk that holds ${file} takes no file of that size. Choose another disk.`,
  ENOENT: (file) => `${file} is not there, or its folder is not. Correct the name.`,
  ENOTDIR: (file) => `${file} is not there: a part of its path is a file and no folder. Correct the name.`,
  EISDIR: (file) => `${file} is a folder. Name a file.`,
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: (file) => `The disk that holds ${file} is read-only. Choose another place.`,
  ENAMETOOLONG: (file) => `The name ${file} is too long. Choose a shorter one.`,
  EIO: (file) => `The disk that holds ${file} does not work properly. Choose another one.`,
}

function diskFull(file: string): string {
  return `The disk that holds ${file} is full; no backup was made. Make room, or choose another disk.`
}

function notAllowed(file: string): string {
  return `This account may not use ${file}. Choose another place, or change the rights.`
}
