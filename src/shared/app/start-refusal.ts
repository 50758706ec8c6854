import type { Locale } from './locales.ts'

/** Why Till does not start: its folder's disk is full, it may not use a file, another Till has the folder, or its page has no sandbox. */
export type StartProblem = 'full' | 'denied' | 'open' | 'unsandboxed'

/** The room that Till's start needs, in megabytes: for the logs of its databases and the window's profile. */
export const NEEDED_MB = 16

type StartWords = Readonly<Record<StartProblem, (path: string) => string>>

const words: Readonly<Record<Locale, StartWords>> = {
  en: {
    full: (path) => `The disk of ${path} is full. Till needs ${NEEDED_MB} MB: free some space, then try again.`,
    denied: (path) => `Till may not read and write ${path}. Change its owner or its permissions, then try again.`,
    open: (path) => `Till is already open with the data in ${path}.`,
    unsandboxed: () =>
      'Till does not start without the sandbox of its page. An AppImage takes it away on a Linux that restricts user namespaces, such as Ubuntu since 23.10: install the deb or the rpm of Till there. The environment variable ELECTRON_DISABLE_SANDBOX takes it away, too.',
  },
  es: {
    full: (path) => `El disco de ${path} está lleno. Till necesita ${NEEDED_MB} MB: libera espacio e intenta de nuevo.`,
    denied: (path) =>
      `Till no puede leer ni escribir en ${path}. Cambia el propietario o los permisos e intenta de nuevo.`,
    open: (path) => `Till ya está abierto con los datos de ${path}.`,
    unsandboxed: () =>
      'Till no se abre sin el aislamiento (sandbox) de su página. Una AppImage lo quita en un Linux que restringe los espacios de nombres de usuario, como Ubuntu desde la versión 23.10: instala ahí el deb o el rpm de Till. La variable de entorno ELECTRON_DISABLE_SANDBOX también lo quita.',
  },
  pt: {
    full: (path) => `O disco de ${path} está cheio. O Till precisa de ${NEEDED_MB} MB: libere espaço e tente de novo.`,
    denied: (path) =>
      `O Till não pode ler nem gravar em ${path}. Mude o proprietário ou as permissões e tente de novo.`,
    open: (path) => `O Till já está aberto com os dados de ${path}.`,
    unsandboxed: () =>
      'O Till não abre sem o isolamento (sandbox) da sua página. Um AppImage o retira em um Linux que restringe os namespaces de usuário, como o Ubuntu a partir da versão 23.10: instale nele o deb ou o rpm do Till. A variável de ambiente ELECTRON_DISABLE_SANDBOX também o retira.',
  },
  fr: {
    full: (path) =>
      `Le disque de ${path} est plein. Till a besoin de ${NEEDED_MB} Mo\u00a0: libérez de l’espace, puis réessayez.`,
    denied: (path) =>
      `Till ne peut ni lire ni modifier ${path}. Changez le propriétaire ou les droits d’accès, puis réessayez.`,
    open: (path) => `Till est déjà ouvert avec les données de ${path}.`,
    unsandboxed: () =>
      'Till ne démarre pas sans le bac à sable (sandbox) de sa page. Une AppImage le supprime sous un Linux qui restreint les espaces de noms utilisateur, comme Ubuntu depuis la version 23.10\u00a0: installez-y le deb ou le rpm de Till. La variable d’environnement ELECTRON_DISABLE_SANDBOX le supprime aussi.',
  },
}

/** Thrown if Till does not start. Its message is the English sentence, which a terminal shows. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
  readonly #problem: StartProblem
  readonly #path: string

  /** `path` is the folder or file concerned, empty for none. */
  constructor(problem: StartProblem, path: string, options?: ErrorOptions) {
    super(words.en[problem](path), options)
    this.#problem = problem
    this.#path = path
  }

  /** Returns its sentence in a language. */
  sentence(locale: Locale): string {
    return words[locale][this.#problem](this.#path)
  }
}
