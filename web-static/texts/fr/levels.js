// Les dix niveaux du robot : nom, à qui chacun convient, ce qu’il sait.
export const TEXTS = { levels: [
  {"name":"Graine","suits":"Pour les enfants et les toutes premières parties.","knows":"Joue ce qui lui plaît et ne voit pas les menaces ; répond tout de suite."},
  {"name":"Pousse","suits":"Pour qui vient d’apprendre les règles.","knows":"Bloque la plupart des quatre ; répond tout de suite."},
  {"name":"Arbrisseau","suits":"Pour débuter.","knows":"Voit presque tous les quatre et aime ses propres rangées ; répond tout de suite."},
  {"name":"Saule","suits":"Pour qui joue de temps en temps.","knows":"Regarde un coup plus loin et en oublie beaucoup ; répond tout de suite."},
  {"name":"Bouleau","suits":"Pour qui aime réfléchir un peu.","knows":"Regarde deux coups plus loin ; répond tout de suite."},
  {"name":"Érable","suits":"Pour qui connaît les trois ouverts.","knows":"Regarde trois coups plus loin et voit deux quatre de suite ; tout de suite."},
  {"name":"Frêne","suits":"Pour qui joue souvent.","knows":"Regarde quatre coups plus loin et compte sur les quatre ; réfléchit un instant."},
  {"name":"Chêne","suits":"Pour qui a de l’expérience.","knows":"Regarde six coups plus loin et trouve de longs gains ; jusqu’à une seconde."},
  {"name":"If","suits":"Pour qui joue fort.","knows":"Regarde huit coups plus loin et se trompe rarement ; jusqu’à une seconde."},
  {"name":"Kaya","suits":"Pour qui veut voir tout ce qu’il sait faire.","knows":"Aucune erreur voulue ; une seconde par coup."},
] };
