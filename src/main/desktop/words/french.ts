import type { DesktopWords } from './desktop-words.ts'

export const french: DesktopWords = {
  locale: 'fr',
  news: {
    delivered: (count) => (count === 1 ? 'Un achat a été livré' : `${count} achats ont été livrés`),
    failed: (count) => (count === 1 ? 'Un achat n’a pas été livré' : `${count} achats n’ont pas été livrés`),
    refunded: (count) => (count === 1 ? 'Un achat a été remboursé' : `${count} achats ont été remboursés`),
    notPaid: (count) => (count === 1 ? 'Un achat n’a pas été payé' : `${count} achats n’ont pas été payés`),
    question: (count) => (count === 1 ? 'Till attend votre réponse' : `Till attend ${count} réponses`),
    arrived: () => 'Des fonds sont arrivés',
    due: (count) =>
      count === 1 ? 'C’est le moment de racheter' : `C’est le moment de racheter\u00a0: ${count} rappels`,
  },
  codeEnds: (count, first) =>
    count === 1 ? `Un code expire ${first}` : `${count} codes expirent bientôt, le premier ${first}`,
  goesOn: (count) => ({
    title: count === 1 ? 'Till termine 1 paiement' : `Till termine ${count} paiements`,
    body: 'Rouvrez Till depuis son icône, ou quittez-le de là. Ce qui est en cours reprendra au prochain démarrage.',
  }),
  tray: {
    underWay: (count) => (count === 1 ? 'Till\u00a0: 1 paiement en cours' : `Till\u00a0: ${count} paiements en cours`),
    done: 'Till\u00a0: tous les paiements sont terminés',
  },
  entrance: { manager: 'Responsable', signingIn: 'Connexion…' },
  menu: {
    open: 'Ouvrir Till',
    about: 'À propos de Till',
    settings: 'Réglages…',
    switchUser: 'Déconnexion',
    services: 'Services',
    hide: 'Masquer Till',
    hideOthers: 'Masquer les autres',
    showAll: 'Tout afficher',
    quit: 'Quitter Till',
    edit: 'Édition',
    undo: 'Annuler',
    redo: 'Rétablir',
    cut: 'Couper',
    copy: 'Copier',
    paste: 'Coller',
    selectAll: 'Tout sélectionner',
    view: 'Présentation',
    actualSize: 'Taille réelle',
    zoomIn: 'Agrandir',
    zoomOut: 'Réduire',
    fullScreen: 'Plein écran',
    window: 'Fenêtre',
    minimize: 'Réduire la fenêtre',
    close: 'Fermer',
  },
}
