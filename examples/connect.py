"""Connect Four on boards of any size, as a command for `pasang run connect.toml --engines`.

Setups: ROWSxCOLUMNS. Players: `random`, and `mcts-N-STYLE`, Monte Carlo tree search with N games a move; the
style a, b, c or d says how much it explores. Options: `drop` gravity or free, `line` 3 or 4.
"""
import json, math, random, sys

STYLES = {"a": 0.7, "b": 1.0, "c": 1.4, "d": 2.0}


class Board:
    def __init__(self, setup, rules):
        self.rows, self.columns = map(int, setup.split("x"))
        self.gravity, self.line = rules.get("drop") != "free", int(rules.get("line", 4))
        self.stones, self.turn, self.winner = {}, 0, None

    def copy(self):
        other = object.__new__(Board)
        other.__dict__.update(self.__dict__, stones=dict(self.stones))
        return other

    def moves(self):
        points = ((row, column) for column in range(self.columns) for row in range(self.rows))
        free = [it for it in points if it not in self.stones]
        return [] if self.winner is not None else [
            (row, column) for row, column in free if not self.gravity or row == 0 or (row - 1, column) in self.stones]

    def play(self, move):
        self.stones[move], mover = self.turn, self.turn
        for down, right in (0, 1), (1, 0), (1, 1), (1, -1):
            count = 1
            for sign in 1, -1:
                row, column = move[0] + sign * down, move[1] + sign * right
                while self.stones.get((row, column)) == mover:
                    count, row, column = count + 1, row + sign * down, column + sign * right
            if count >= self.line:
                self.winner = mover
        self.turn = 1 - self.turn


def choose(board, player, rng):
    if player == "random":
        return rng.choice(board.moves())
    _, playouts, style = player.split("-")
    seen = {}  # position -> move -> [visits, points of the player to move]
    for _ in range(int(playouts)):
        game, path = board.copy(), []
        while moves := game.moves():
            node = seen.setdefault(frozenset(game.stones.items()), {})
            fresh = [move for move in moves if move not in node]
            total = math.log(1 + sum(visits for visits, _ in node.values()))
            worth = lambda move: node[move][1] / node[move][0] + STYLES[style] * math.sqrt(total / node[move][0])
            move = rng.choice(fresh) if fresh else max(moves, key=worth)
            path.append((game.turn, node.setdefault(move, [0, 0.0])))
            game.play(move)
            if fresh:
                while moves := game.moves():
                    game.play(rng.choice(moves))
        for turn, entry in path:
            entry[0] += 1
            entry[1] += 0.5 if game.winner is None else float(game.winner == turn)
    root = seen[frozenset(board.stones.items())]
    return max(root, key=lambda move: root[move][0])


for line in sys.stdin:
    asked, written = json.loads(line), []
    if "describe" in asked:
        answer = {"name": "Connect Four", "seats": 2, "setups": ["*x*"], "players": ["random", *(f"mcts-*-{it}" for it in STYLES)],
                  "options": {"drop": ["gravity", "free"], "line": ["3", "4"]}}
    else:
        rng, board = random.Random(asked["seed"]), Board(asked["setup"], asked["rules"])
        while board.moves():
            move = choose(board, asked["players"][board.turn], rng)
            written.append(f"{'abcdefghijklmnop'[move[1]]}{move[0] + 1}")
            board.play(move)
        answer = {"winner": 0 if board.winner is None else board.winner + 1, "plies": len(written),
                  "record": " ".join(written), "end": "full" if board.winner is None else "line"}
    print(json.dumps(answer), flush=True)
