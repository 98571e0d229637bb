import { publicPaths } from '#contract/paths.ts'
import type { Page } from '#site/page.ts'
import { HomeBody, homeHelpPlace } from './home-body.tsx'
import { homeWording } from './wording.en.ts'

export const homePage: Page = {
  path: publicPaths.home,
  title: ({ name }) => homeWording.title(name),
  description: ({ name }) => homeWording.description(name),
  Body: HomeBody,
  helpPlace: homeHelpPlace,
}
