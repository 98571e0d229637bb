import { publicPaths } from '#contract/paths.ts'
import type { Page } from '#site/page.ts'
import { AboutBody } from './about-body.tsx'
import { aboutWording } from './wording.en.ts'

export const aboutPage: Page = {
  path: publicPaths.about,
  title: ({ name }) => aboutWording.title(name),
  description: ({ name }) => aboutWording.description(name),
  Body: AboutBody,
}
