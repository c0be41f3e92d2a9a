"""Expressions at the edges of yaql: limits, quotas, nesting, and the odd values of each type."""


def cases():
    """Pairs of a group and an expression."""
    for n in (198, 199, 200, 201, 202):
        yield from named('limits', [
            f'range({n})', f'range({n}).toList().len()', f'list(range({n}))', f'range({n}).select($)', f'range({n}).toSet().len()',
            f'range({n}).toDict($)', f'range({n}).groupBy($)', f'range({n}).memorize().len()', f'range({n}).distinct()', f'[0] * {n}', f'([0]*{n}).len()',
            f'([0]*{n}).where($).len()', f'([0]*{n}).sum()', f'dict(range({n}).select([$,$])).len()', f'sequence().limit({n})', f'cycle([1]).limit({n})',
            f'[1].cycle().limit({n}).sum()', f'1.repeat({n})', f'generate(0, $ < {n}, $+1)', f'generate(0, $ < {n}, $+1, decycle => true)',
            f'range({n}).orderBy(-$).first()', f'range({n}).slice(7).len()', f'range({n}).splitAt(3)', f'range({n}).reverse().first()',
            f'range({n}).zip(range({n})).len()', f'range({n}).aggregate($1+[$2],[]).len()', f'range({n}).accumulate($1+$2).last()',
            f'range({n}).join(",").len()', f'range({n}).selectMany([$,$]).len()', f'range({n}).selectMany([$,$]).toList().len()',
            f'range({n}).append(1).len()', f'range({n}).concat(range({n})).len()', f'range({n}).insert(3, 1).len()', f'range({n}).enumerate().len()',
            f'(range({n}) + range({n})).len()', f'set(range({n})).len()', f'[range({n})].flatten().len()', f'{{a => range({n})}}', f'[range({n})]',
        ])
    for n in (9949, 9950, 9951, 9952, 9953):
        yield from named('quota', [
            f"('a' * {n}).len()", f"('a' * {n - 100} + 'b' * 100).len()", f"str('a' * {n}).len()", f"'x'.replace(x, 'a' * {n}).len()",
            f"('a'*{n}).toUpper().len()", f"concat('a'*4000,'b'*{n - 4000}).len()",
        ])
    for n in (1244, 1245, 1246, 620, 622, 1200):
        yield from named('quota', [
            f'([1] * {n}).len()', f"'{'a,' * n}'.split(',').len()", f"('a '*{n}).split().len()", f"('a' * {n}).toCharArray().len()",
            f'([1]*{n} + [2]).len()', f'let([1]*{n}) -> $1.len()',
        ])
    for n in (4960, 4963, 4964, 9926, 9927, 9928):
        yield from named('quota', [
            f"('€' * {n}).len()", f"('é' * {n}).len()", f"('😀' * {n // 2}).len()",
        ])
    for n in (74700, 74800, 74820, 74830, 74900, 75000, 79800):
        yield from named('quota', [
            f'shiftBitsLeft(1,{n}) > 0', f'pow(2,{n}) > 0',
        ])
    yield from named('quota', [
        "'a' * -1", "'a' * -300", '[1] * -300', "'' * 1000000", '[] * 100000', "'ab' * 0", "-5 * 'a'", '[1,2] * -1', "true * 'ab'",
        'dict(range(199).select([$, $])).delete(1).len()', "('a' * 9000).split('').len()",
    ])
    yield from named('recursion', [
        'def(f, f($)) -> f(1)', 'def(f, switch($ > 0 => f($ - 1), true => 0)) -> f(5)', 'def(f, switch($ > 0 => f($ - 1) + 1, true => 0)) -> f(20)',
        'def(f, switch($ > 0 => f($ - 1), true => 0)) -> f(100)',
    ])
    for n in (50, 100, 120, 200, 400):
        yield from named('recursion', [
            '[' * n + ']' * n, '(' * n + '1' + ')' * n, '1' + '+1' * n, '-' * n + '1', 'not ' * n + '1', '$.data' + '.a' * n, '[1]' + '.select($)' * n,
            '[1]' + '.toList()' * n,
        ])
    yield from named('numbers', [
        '0.1+0.2', '1.0', '1e', '100000000000000000000.0', '1.0*10', '0.1*3', '1/3.0', '2.0*1000000000000000', '2.0*10000000000000000', '0.0001',
        '0.00001*1', '123456789.123456789', '-0.0', '1.5/0.5', 'float(inf)', 'float(nan)', 'float("-inf")', '-float(nan)', 'float(inf) - float(inf)',
        'float(inf) * 0', '5.0 mod 3', '-5.0 mod 3', '5.5 mod -2', '-0.0 mod 3', '7 / 2', '-7/2', '7/-2', '7.0/2', '7 mod -3', '0.5 mod 0.0',
        'float(nan) = float(nan)', '[float(nan)] = [float(nan)]', '1 = true', '0 = false', '2 = true', '1.0 = 1', '10000000000000000000000 = 1.0',
        '9007199254740993 = 9007199254740992.0', '9007199254740993 > 9007199254740992.0', '1 < 1.5', 'true < 2', 'round(2.5)', 'round(3.5)', 'round(0.5)',
        'round(-2.5)', 'round(2.675,2)', 'round(1.005,2)', 'round(1234.5678,-2)', 'round(1250,-2)', 'round(1350,-2)', 'round(-1250,-2)', 'round(15,-1)',
        'round(25,-1)', 'round(5,-1)', 'round(1e,1)', 'round(0.15,1)', 'round(0.25,1)', 'round(0.35,1)', 'round(1.25,1)', 'round(150.0,-2)',
        'round(250.0,-2)', 'round(12345678901234567890,-5)', 'round(1.5,400)', 'round(1.5,-400)', 'round(55.5,-1)', 'round(45.0,-1)',
        'round(1234567.891,3)', 'round(float(inf),1)', 'round(2.5, true)', 'pow(2,10)', 'pow(2,-1)', 'pow(2.0,3)', 'pow(2,0.5)', 'pow(-8,2)', 'pow(0,0)',
        'pow(0,-1)', 'pow(0.0,-1)', 'pow(2,3,5)', 'pow(2,-1,5)', 'pow(2,-1,4)', 'pow(2,3,0)', 'pow(2,3,-5)', 'pow(2.0,3,5)', 'pow(-1,1000001)',
        'pow(1,100000000000)', 'pow(10.0,400)', 'pow(10,30)', 'abs(-5)', 'abs(-5.5)', 'sign(-2.5)', 'sign(0.0)', 'int("12")', 'int(" 12 ")',
        'int("1_000")', 'int("1__0")', 'int("_1")', 'int("12a")', 'int("")', 'int("+5")', 'int("-5")', 'int("- 5")', 'int("1.5")', 'int(1.9)',
        'int(-1.9)', 'int(true)', 'int(null)', 'int([])', 'int({})', 'int("٣")', 'int(float(inf))', 'int(float(nan))', 'float("1.5")', 'float("1e5")',
        'float(" 2 ")', 'float("1_0.5")', 'float("abc")', 'float("")', 'float("infinity")', 'float("-Infinity")', 'float("1e400")', 'float(".5")',
        'float("5.")', 'float("e5")', 'float(null)', 'float([])', 'float(true)', 'float(10000000000000000000000000)', 'hex(255)', 'hex(-255)', 'hex(1.5)',
        'hex(null)', 'hex(0)', 'hex(100000000000000000000)', 'bitwiseAnd(true,false)', 'bitwiseOr(true,2)', 'bitwiseXor(true,true)', 'bitwiseNot(true)',
        'bitwiseNot(-1)', 'bitwiseAnd(-1, 100000000000000000000)', 'shiftBitsLeft(1,-1)', 'shiftBitsRight(-5,1)', 'shiftBitsRight(5,1000)',
        'shiftBitsRight(-5,1000)', 'shiftBitsRight(5,-1)', 'shiftBitsLeft(0, 100000000000)', 'shiftBitsLeft(1, 100000000000000000000000)',
        'shiftBitsLeft(true,2)', 'max(1,2.0)', 'max(1,a)', 'max(null,1)', 'min(null,1)', 'max([1],[2])', 'min(a,b)', 'max(set(1),set(1,2))', '1 + true',
        'true + true', '-true', '+1.5', '-(-5)', '- - 5', '1 - -1', '99999999999999999999 + 1', '99999999999999999999 * 99999999999999999999',
        '-99999999999999999999 / 7', '99999999999999999999 mod 7', '99999999999999999999 / 7.0', '1.5 * 99999999999999999999', 'random() >= 0',
        'random(1,1)', 'random(2,1)', '1.5 / 0', '1 mod 0', '1.5 mod 0', '0.0 / 1', '1/0.0', 'str(1e22)', 'str(100000000000000000000000.0)',
        'str(123456789012345678)', 'str(0.1)', 'str(1.0)', 'str(-0.0)', '[1.0, 2]', 'str([1.0, a])',
    ])
    for s in ("'a b  c '", "'äßİǅ'", "'abc'", "''", "'ΑΣ'", "'a\\nb\\tc'", "'a\\u00a0b'", "'x\\x1cy'"):
        yield from named('strings', [
            f'{s}.toUpper()', f'{s}.toLower()', f'{s}.split()', f'{s}.split(null,1)', f'{s}.rightSplit(null,1)', f'{s}.trim()', f'{s}.len()',
            f'{s}.substring(-2)', f'{s}.substring(1,-1)', f'{s}.substring(-3,2)', f'{s}.substring(10)', f'{s}.indexOf("")', f'{s}.indexOf("",100)',
            f'{s}.indexOf(b,-2)', f'{s}.indexOf(b,0,2)', f'{s}.indexOf(b,-2,-1)', f'{s}.lastIndexOf("")', f'{s}.lastIndexOf(b,-2)',
            f'{s}.lastIndexOf(b,0,1)', f'{s}.replace("",-)', f'{s}.replace("",x,2)', f'{s}.replace(b,"")', f'{s}.replace(a,b,0)', f'{s}.norm()',
            f'{s}.isEmpty()', f'{s}.isEmpty(false)', f'{s}.isEmpty(trim=>false)', f'{s}.trim(ab)', f'{s}.trimLeft(" a")', f'{s}.trimRight("c ")',
            f'{s}.toCharArray()', f'str([{s}])', f'{s} * 2', f'{s} in {s}', f'{s}.startsWith()', f'{s}.startsWith("")', f'{s}.endsWith("", x)',
            f'{s}.split(b)', f'{s}.split(b, 0)', f'{s}.split(b, -5)', f'{s}.rightSplit(b, 1)', f'{s}.join([1,null,true,1.5,[a],{{a=>b}}])',
            f'escapeRegex({s})', f'{s} < "b"', f'{s} >= "A"', f'str({{a => {s}}})', f'{s}.replace({{a => 1, " " => null}})',
            f'{s}.replace({{a => b, b => a}}, 1)', f'bool({s})', f'{s} and 1', f'{s} or 2', f'{s}.matches(b)', f'{s}[0]', f'list({s})', f'set({s}).len()',
            f'dict([{s}])', f'{s}.toSet()', f'{s}.first()', f'{s}.select($)',
        ])
    yield from named('escapes', [
        '\'\\\\\\\'\\"\\a\\b\\f\\n\\r\\t\\v\'', "'\\x41\\u00e4\\U0001F600\\101\\0\\q'", "'\\x4'", "'\\xg1'", "'\\uzzzz'", "'\\U00110000'", '`a\\`b\\n`',
        '"it\'s"', 'str(["it\'s", "\\"", "\\n\\\\\\x01\\u200b\\xad\\xa0"])', "'\\400'", "'a\nb'", "str('a\\x7f')", '["a\'b"]',
        'str([\'a"b\', "a\'b", \'a\\\'b"\'])',
    ])
    for d in (
        '2016-01-01', '2016-01-01T10:20:30', '2016-01-01T10:20:30Z', '2016-01-01T10:20:30+03:00', '2016-01-01T10:20:30.123456',
        '2016-01-01T10:20:30.123', '2016-01-01 10:20', '2016-01-01T10:20:30-0530', '20160101', '20160101T102030', '20160101T102030Z',
        '2016-01-01T10:20:30.1234567', '2016/01/01', '2016-13-01', '2016-02-30', '2016-01-01T25:00:00', '2016-01-01T10:61', 'abc', '',
        '2016-01-01T10:20:30 UTC', '2016-01-01T10:20:30+03', '2016-01-01T24:00:00', '0001-01-01', '9999-12-31T23:59:59.999999',
        '2016-01-01T10:20:30,5', '2016-01-01T10', '201601011020', '2016-01-01T10:20:60', '2016.01.01', '  2016-01-01 ', '2016-01-01T10:20:30 +0200',
        '2016-01-01 10:20:30.000001+00:00', '10000-01-01', '2016-1-1', '2016-01-01T1:2:3', '2016-001', '2016-W01-1',
    ):
        yield from named('dates', [
            f"datetime('{d}')", f"str(datetime('{d}'))",
        ])
    for f in (
        '%Y-%m-%d', '%d.%m.%y', '%H:%M:%S.%f', '%j', '%a %A %b %B', '%p %I', '%U %W %V %G %u %w', '%c', '%x %X', '%D %T %R %F', '%e|%k|%l', '%s',
        '%%', '%Z %z', '%C %g %h %n %t %P', '%Q', '%', '%E', '%-d', '%5Y',
    ):
        yield from named('dates', [
            f"datetime(2016,1,3,4,5,6,7).format('{f}')", f"datetime(1999,12,31,23,59,59).format('{f}')",
            f"datetime('2016-06-05T15:20:30+03:30').format('{f}')", f"datetime(5,1,1).format('{f}')",
        ])
    for t, f in (
        ('2016-01-02', '%Y-%m-%d'), ('02.01.16', '%d.%m.%y'), ('2016-1-2', '%Y-%m-%d'), ('10:20:30.5', '%H:%M:%S.%f'), ('10 PM', '%I %p'),
        ('12 AM', '%I %p'), ('060 2016', '%j %Y'), ('Jan 2 2016', '%b %d %Y'), ('january 2 2016', '%B %d %Y'), ('Sat', '%a'),
        ('2016-01-02x', '%Y-%m-%d'), ('2016-01', '%Y-%m-%d'), ('2016-13-01', '%Y-%m-%d'), ('2016-02-30', '%Y-%m-%d'), ('+0300 2016', '%z %Y'),
        ('-03:30', '%z'), ('Z', '%z'), ('UTC', '%Z'), ('5%', '%d%%'), ('a', '%Q'), ('  5', '%d'), ('5  6', '%d %m'), ('56', '%d%m'),
        ('1234567', '%f'), ('16', '%y'), ('70', '%y'), ('61', '%S'), ('a', 'b'), ('', '%Y'), ('2016', '%'), ('01/02/16', '%D'), ('1', '%w'),
        ('05 1 2016', '%U %w %Y'), ('Sat Jan  2 10:20:30 2016', '%c'), ('01/02/16', '%x'), ('10:20:30', '%X'),
    ):
        yield from named('dates', [
            f"datetime('{t}','{f}')",
        ])
    yield from named('dates', [
        'datetime(2016,1,1)+timespan(days=>1)', 'datetime(2016,1,1)-datetime(2015,1,1)', 'datetime(2016,1,1)-timespan(1)',
        'datetime(9999,12,31)+timespan(1)', 'datetime(1,1,1)-timespan(1)', 'timespan(999999999)', 'timespan(1000000000)', 'timespan(-999999999)',
        'timespan(-1000000000)', 'timespan(1)*2', 'timespan(1)*0.5', 'timespan(1)*float(inf)', 'timespan(1)*float(nan)', 'timespan(1)/0', 'timespan(1)/2',
        'timespan(1)/timespan(0)', 'timespan(1)/timespan(2)', 'timespan(1)>1', 'timespan(1)=timespan(hours=>24)',
        'datetime(2016,1,1)=datetime("2016-01-01T03:00:00+03:00")', 'datetime(2016,1,1)<datetime("2016-01-01T03:00:00+04:00")',
        'datetime(2016,1,1,0,0,0,0,timespan(hours=>3))', 'datetime(2016,1,1,offset=>timespan(hours=>-3,minutes=>-30))', 'datetime(0)', 'datetime(1.5)',
        'datetime(-1)', 'datetime(1e)', 'datetime(0,timespan(hours=>5))', 'datetime(100000000000)', 'datetime(1000000000000)', 'datetime(float(nan))',
        'datetime(float(inf))', 'datetime(1.9999999)', 'datetime(0.0000005)', 'datetime(0.0000015)', 'datetime(2016,1,1).timestamp',
        'datetime("2016-01-01T00:00:00+03:00").timestamp', 'datetime("2016-01-01T00:00:00+03:00").utc', 'datetime(2016,1,1,5).time',
        'datetime(2016,1,1,5).date', 'datetime(2016,1,1).offset', 'datetime(2016,1,1).weekday', 'datetime(2016,1,1).year', 'datetime(2016,1,1).nothing',
        'datetime(2016,1,1).replace(year=>2017)', 'datetime(2016,2,29).replace(year=>2017)', 'datetime(2016,1,1).replace(offset=>timespan(hours=>1))',
        'datetime(2016,1,1).replace(hour=>24)', 'timespan(1).days', 'timespan(hours=>1).minutes', 'timespan(microseconds=>5).milliseconds',
        'timespan(days=>1000000).microseconds', 'str(timespan(days=>-1))', 'str(timespan(microseconds=>1))', '[timespan(1,2,3,4,5,6)]',
        'timespan(seconds=>true)', 'timespan(days=>true)', 'isDatetime(datetime(0))', 'isTimespan(timespan())', '-timespan(1)', '+timespan(1)',
        'str([datetime(2016,1,1), timespan(1)])', 'datetime(2016,13,1)', 'datetime(2016,1,32)', 'datetime(10000,1,1)', 'datetime(0,1,1)',
        'datetime(99999999999,1,1)', 'datetime(2016,1,1,24)', 'datetime(2016,1,1,microsecond=>1000000)',
        'set(datetime(2016,1,1), datetime("2016-01-01T03:00:00+03:00")).len()', 'datetime(2016,1,1) in [datetime(2016,1,1)]',
        'max(datetime(0), datetime(1))', '[datetime(1),datetime(0)].orderBy($)', '[timespan(1),timespan(0)].max()', '[timespan(1),timespan(2)].sum()',
        'datetime(2016,1,1,second=>5) > timespan(1)', 'datetime(year=>2016,month=>1,day=>1)', 'datetime(string=>"2016-01-01")',
    ])
    for p in (
        'a*', '(a)(b)?', '[a-c]+', '^', '$', 'x|', 'b*?', '(?P<n>a)', '(?P<nn>ab)', '(?P<n>x)?a', '\\\\b', '(', 'a{2}', '(?i)A', '.', '\\\\s',
        '(a|b)*', '\\\\Z',
    ):
        for t in ("'abcab'", "''", "'aab b'", "'a\\nb'"):
            yield from named('regex', [
                f"regex('{p}').searchAll({t})", f"regex('{p}').search({t})", f"regex('{p}').split({t})", f"regex('{p}').split({t},1)",
                f"regex('{p}').replace({t},'-')", f"regex('{p}').replace({t},'[\\\\g<0>]',2)", f"regex('{p}').replaceBy({t},$.value + '!')",
                f"regex('{p}').search({t},$)", f"regex('{p}').searchAll({t},[$.start,$.end,$2])", f"{t} =~ '{p}'", f"{t}.split(regex('{p}'),-1)",
                f"{t}.replace(regex('{p}'),x,-1)", f"regex('{p}').matches({t})", f"{t}.replaceBy(regex('{p}'),$.start)",
            ])
    for rpl in (
        '\\\\1', '\\\\2', '\\\\g<1>', '\\\\g<n>', '\\\\g<zz>', '\\\\q', '\\\\n', '\\\\\\\\', '\\\\0', '\\\\101', '\\\\g<', '\\\\g<>', '\\\\g',
        '\\\\-', '\\\\12', '\\\\g<1a>', '\\\\400', '\\\\08',
    ):
        yield from named('regex', [
            f"regex('(?P<n>a)').replace('abab','{rpl}')",
        ])
    yield from named('regex', [
        "regex('a').replaceBy('aba', null)", "regex('a').replaceBy('aba', 1)", "regex('a', dotAll=>true)", "regex('a', true, true, true)",
        'isRegex(regex(a))', 'regex(a) = regex(a)', 'regex(a) = regex(b)', 'set(regex(a),regex(a)).len()', "'a' =~ regex(a)", "regex(a) =~ 'a'",
        'regex(1)', "regex('a').matches(1)", "'abc'.replace(regex('b'), {a=>1})",
    ])
    yield from named('lang', [
        'let(1,2,a=>3) -> [$1,$2,$a,$]', 'let(a=>1) -> let(b=>$a) -> $a+$b', 'with(1,2) -> $2', '[1,2].unpack() -> $1+$2', '[1,2].unpack(a) -> $a',
        'range(3).unpack() -> [$1,$2,$3]', '[1,2].unpack(a,b) -> $a+$b', 'def(f,$1+$2) -> f(1,2)', 'def(f,$a) -> f(a=>5)', 'def(f,$) -> f()',
        'def(f,1) -> 5.f()', 'def("#operator_+", $1*$2) -> 3+4', 'def(str, x) -> [1,2].join(",")', 'def(len, 5) -> "a".len()', 'def(len, 5) -> len("a")',
        'def(my_fun,1) -> myFun()', 'def(_my_fun,1) -> _myFun()', 'def("a_",1) -> a()', 'def(a,1) -> a_()', 'len_("abc")', '"abc".len_()',
        'def("*equal", 5) -> 1 = 2', 'def("#get_context_data", 7) -> $x', 'def("#list", 7) -> [1]', 'def(max, 9) -> [1,2].max()',
        'def(f, def(g, $*2) -> g($)) -> f(4)', 'def(f, $.len()) -> f([1])', 'f(1)', '$x', '$x.y', '$1', '$.data', '$?.a', 'null?.a', 'null?.a.b',
        'null?.a()', '[1]?.len()', '$.data?.x', '1?.abs()', 'switch(1=>2)', 'switch()', 'switch(a)', 'switch(0=>1,null=>2)', 'switch(0=>1,1=>2)',
        'switch(a=>1,x=>2)', 'coalesce()', 'coalesce(null)', 'coalesce(null,1,f())', 'selectCase(0,0)', 'selectAllCases(1,0,2)', 'examine(1,0)',
        '5.switchCase(a)', '0.switchCase()', '(-1).switchCase(a,b)', 'true.switchCase(a,b)', '1.5.switchCase(a,b)', 'call(len,[abc],{})',
        'call(join,[","],{},[1,2])', 'call(join,[],{separator=>","},[1,2])', 'call(foo,[],{})', 'call(len,[],{},abc)', 'call(len,[],{"1"=>2},abc)',
        'call(len,[],{1=>2},abc)', 'call("str",[null],{})', 'call(select,[1],{},[1,2])', 'call(where,[null],{},[1,2])', 'call(dict,[[[1,2]]],{})',
        'call(dict,[],{a=>1})', 'call("#operator_+",[1,2],{})', '1.assert($>2)', '1.assert($>0)', '1.assert(false,"bad")', '[1].assert($)',
        'range(2).assert($.len()=2)', 'range(2).assert($.len()=2).len()', 'f(a=>1,b=>2)', '[1 , 2][0]', '[1][a]', '[1][1.5]', '[1][true]', '[1][null]',
        '[1][5]', '[1][-1]', '{a=>1}[b]', '{a=>1}[b,2]', '{a=>1}.b', '{a=>1}.get(b)', '{a=>1}[[1]]', '{a=>1}.get([1])', '{a=>1}.get(list(1).select($))',
        '{[1]=>2}', '{{a=>1}=>2}.len()', '{"a,b".split(",")=>1}', '{1=>a,true=>b,1.0=>c}', '{a=>1,a=>2}', 'set(1,true,1.0)', 'dict(a=>1,b=>2)',
        'dict([[a,1],[b,2]])', 'dict([[a]])', 'dict([a,b])', 'dict([ab,cd])', 'dict([1])', 'dict({a=>1})', 'dict({a=>1}.items())', 'dict(dict(a=>1))',
        'dict()', '{}', '[]', '[,1]', '[1,,]', 'list()', 'list(range(2),3)', 'list([range(2)])', 'set()', 'set(set(1))', 'set(range(2))', 'a => 1',
        'f(1=>2)', 'f(a=>1,a=>2)', 'len(string=>abc)', 'len(sequence=>[1])', 'len(x=>1)', '"abc".substring(start=>1)', '"abc".substring(1,length=>1)',
        '"abc".substring(1,start=>1)', '[3,1].orderBy(selector=>$)', '[1].select(selector=>$+1)', '[1].select()', '[1].select($,$)',
        '[1].where(predicate=>true,x=>1)', 'not 1', 'not', '1 and', 'true and false or true', '1 or f()', '0 and f()', 'not (1 and 0)',
        '1 + 2 * 3 - 4 / 2', '2 * 3 mod 4', '-2 * 3', '- 2 + 3', '1 < 2 = true', '1 = 1 = 1', '1 in [1] and 2 in [1]', 'not 1 in [1]', '1 + not 0',
        'a =~ b + c', '"ab" =~ "a" + "b"', '[1,2,3].where($ > 1).select($ + 1).sum()', '$.data.where($)', 'a.b', 'a.len()', '(a).len()', '1.2.3',
        'true.false', 'null = null', 'null != 1', 'null < null', 'null > 1', '1 > null', 'a > null', '[] > null', '[] > []', '[1] < [2]', '{} < {}',
        'set(1) < set(1,2)', 'set(1) <= [1]', 'true > false', 'true > 1', '"1" > 1', '1 + a', 'a + 1', 'a + null', '[1] + 2', '[1] + [2]', '[1] + {a=>1}',
        '{a=>1} + {b=>2}', '{a=>1} + [1]', 'range(2) + [5]', '[5] + range(2)', 'set(1) + set(2)', 'set(1) + [2]', 'set(1,2) - set(1)', '[1] - [1]',
        'a - b', 'a * b', 'a * 1.5', '[1] * 1.5', '2 * [1]', '[1] * [1]', 'a / b', 'a mod b', '{a=>1}.keys() + {b=>1}.keys()', '{a=>1}.keys() = set(a)',
        '{a=>1}.items() = {a=>1}.items()', '{a=>1}.values() = {a=>1}.values()', '[1,2] = [1,2]', '[1] = [1.0]', '[1] = set(1)',
        '"a,b".split(",") = [a,b]', '"a,b".split(",") = "a,b".split(",")', '{a=>1} = {a=>1.0}', 'range(2) = range(2)', '1 in {a=>1}', 'a in {a=>1}',
        'a in {a=>1}.keys()', '[a,1] in {a=>1}.items()', '1 in {a=>1}.values()', '1 in 1', '[1] in set(1)', '"a,b".split(",") in set(1)',
        '"a,b".split(",") in [[a,b]]', '1 in range(5)', 'a in abc', '1 in abc', '[1].contains(1)', '{a=>1}.contains(a)', 'abc.contains(a)',
    ])
    yield from named('queries', [
        '[].first()', '[].last()', '[].single()', '[1,2].single()', 'range(0).first()', 'range(0).last(5)', '[].sum()', '[].sum(0)', '[].max()',
        '[a,1].max()', '[a,b].sum()', '[[1],[2]].sum()', '[{a=>1},{b=>2}].sum()', '[1,2].sum(a)', '[null,1].max()', '[1,null].sum()',
        '["b","a"].orderBy($)', '[1,a].orderBy($)', '[null,1,null].orderBy($)', '[[2,1],[1,2]].orderBy($[0])', '[3,1,2].orderBy($).thenBy($)',
        '[3,1].thenBy($)', '[[1,2],[1,1],[0,5]].orderBy($[0]).thenBy($[1])', '[[1,2],[1,1],[0,5]].orderByDescending($[0]).thenByDescending($[1])',
        'let(x=>[[1,2],[1,1]].orderBy($[0])) -> [$x.thenBy($[1]).toList(), $x.toList()]',
        'let(x=>[[1,2],[1,1]].orderBy($[0])) -> [$x.toList(), $x.thenBy($[1]).toList()]', '[3,1,2].orderBy($).first()', '[3,1,2].orderBy($).len()',
        '[3,1,2].orderBy($)[0]', '[1,1.0,true].distinct()', '[1,[1],[1]].distinct()', '[{a=>1},{a=>1}].distinct()', '["a,b".split(",")].distinct()',
        '[1,2,3].groupBy($ mod 2)', '[1,2,3,4].groupBy($ mod 2, $, $.sum())', '[1,2,3,4].groupBy($ mod 2, aggregator=>$.sum())',
        '[1,2,3].groupBy($, $, [$[0], $[1].sum()])', '[1,2,3].groupBy($ mod 2, $, [$[0], $[1].sum()])', '[a,b].groupBy($, $, $.len())',
        '[a,b].groupBy($, $, $[1].len())', '[1].groupBy([$])', '[1].groupBy("a,b".split(","))', '[1,2].groupBy(1, $, $[0])', '[1,2].groupBy(1,$,f($))',
        '[1,2].groupBy(1,$,$.foo)', '[[1,2],[3]].selectMany($)', '[1,2].selectMany([$,$])', '[1].selectMany(ab)', '[{a=>1}].selectMany($)',
        '[1].selectMany(range(300))', '[1].selectMany(range(300)).len()', '[1,2].zip([3,4],[5,6])', '[1].zip([])', '[1].zip()', '[1,2].zipLongest([3])',
        '[1,2].zipLongest([3],default=>0)', '[1,2].zipLongest([3],foo=>0)', '[1,2].join([2,3],$1=$2,[$1,$2])', 'range(2).join(range(2),true,$1+$2)',
        '1.repeat(2)', '[1].repeat(2)', '1.repeat(0)', '1.repeat()', '1.repeat().limit(2)', '[].cycle()', '[1].cycle().limit(3)',
        '[1,2,3].takeWhile($<3)', '[1,2,3,1].skipWhile($<3)', '[1,2].indexOf(2)', '[1,2].indexOf(3)', '[1,2,1].lastIndexOf(1)', '[1,2].indexWhere($=2)',
        '[1,2,2].lastIndexWhere($=2)', '[1,2,3].slice(2)', '[1,2,3].slice(0)', '[1,2,3].slice(-1)', '[1,0,2,0].splitWhere($=0)', '[0].splitWhere($=0)',
        '[].splitWhere($=0)', '[1,1,2].sliceWhere($)', '[].sliceWhere($)', '[1,2,3].splitAt(1)', '[1,2,3].splitAt(-1)', '[1,2,3].splitAt(10)',
        '[1,2].aggregate($1+$2)', '[].aggregate($1+$2)', '[].aggregate($1+$2,5)', '[1,2].accumulate($1+$2)', '[].accumulate($1+$2)',
        '[1,2].accumulate($1+$2,5)', '[1,2].reverse()', '"ab".reverse()', '{a=>1}.mergeWith({a=>2})', '{a=>[1]}.mergeWith({a=>[1,2]})',
        '{a=>[1]}.mergeWith({a=>2})', '{a=>1}.mergeWith({a=>[2]})', '{a=>1}.mergeWith({a=>{}})', '{a=>{b=>1}}.mergeWith({a=>{c=>2}})',
        '{a=>{b=>1}}.mergeWith({a=>{c=>2}},maxLevels=>1)', '{a=>{b=>{c=>1}}}.mergeWith({a=>{b=>{d=>1}}},maxLevels=>2)',
        '{a=>[1]}.mergeWith({a=>[2]},$2+$1)', '{a=>1}.mergeWith({a=>2},itemMerger=>$1+$2)', '{a=>[[1]]}.mergeWith({a=>[[1]]})',
        '{a=>"a,b".split(",")}.mergeWith({a=>[1]})', '{a=>"a,b".split(",")}.mergeWith({a=>"b,c".split(",")})', '{a=>[{b=>1}]}.mergeWith({a=>[{b=>1}]})',
        'generate(1,$<10,$*2)', 'generate(1,$<10,$*2,[$])', 'generate(1,true,1-$,decycle=>true)', 'generate(1,true,$)',
        'generateMany(1,[$+1].where($<4))', 'generateMany(1,switch($<4=>[$*2,$*2+1],true=>[]),depthFirst=>true)', 'generateMany(1,[1],decycle=>true)',
        'generateMany(1,null)', 'generateMany(1,ab).limit(3)', 'generateMany(a,{b=>1}).limit(4)', '[].defaultIfEmpty([1])', '[2].defaultIfEmpty([1])',
        'range(0).defaultIfEmpty([1])', 'range(2).defaultIfEmpty([1])', 'set().defaultIfEmpty([1])', '{}.defaultIfEmpty([1])', 'range(5,1)',
        'range(5,1,-2)', 'range(1,5,0)', 'range(true)', 'range(a)', 'sequence()', 'sequence(5,-1).limit(3)', '[1,2].append(3,4)', 'append([1],2)',
        'append(1,2)', 'concat([1],[2])', 'concat(a,b)', 'concat(a,[1])', '[1].concat()', 'len([1])', 'len({a=>1})', 'len(set(1))', 'len(range(3))',
        'len(abc)', 'len(1)', 'len(null)', '{a=>1}.values().len()', '{a=>1}.keys().len()', '{a=>1}.items().len()', '{a=>1}.count()',
        '{a=>1}.keys().count()', 'any([])', 'any([0])', '[0].any()', '[0].any($)', 'all([])', 'all([0])', '[1].all($>0)',
        '[1,[2,[3,range(2)]]].flatten()', '[{a=>[1]}].flatten()', '[1,2].memorize()', 'let(x=>range(3).memorize()) -> [$x.sum(),$x.sum()]',
        'let(x=>range(3)) -> [$x.sum(),$x.sum(0)]', 'let(x=>range(3)) -> [$x.first(),$x.toList()]', '[1,2].insert(0,a)', '[1,2].insert(5,a)',
        '[1,2].insert(-1,a)', 'range(2).insert(5,a)', 'range(2).insert(-1,a)', 'set(1).insert(0,a)', '[1,2].insertMany(1,[a,b])',
        '[1,2].insertMany(-1,[a,b])', '[1,2].insertMany(5,[a,b])', '[1,2,3].replace(1,a)', '[1,2,3].replace(1,a,2)', '[1,2,3].replace(1,a,-1)',
        '[1,2,3].replace(1,a,0)', '[1,2,3].replace(5,a)', '[1,2,3].replaceMany(1,[a,b],2)', '[1,2,3].delete(1)', '[1,2,3].delete(1,-1)',
        '[1,2,3].delete(1,0)', '{a=>1,b=>2}.delete(a)', '{a=>1}.delete(z)', '{a=>1}.delete()', '{a=>1}.delete([1])', '{a=>1}.delete("a".split(","))',
        '{a=>1,b=>2}.deleteAll([a])', '{a=>1}.set(b,2)', '{a=>1}.set({b=>2})', '{a=>1}.set(b=>2,c=>3)', '{a=>1}.set()', '{a=>1}.set(b)',
        '[[1,2]].toDict($[0],$[1])', '[1].toDict($)', '[[1]].toDict($)', '["a".split(",")].toDict($)', '[1,2].toDict($,x)', '[1].toDict($).set(a,1)',
        'str([1].toDict($))', 'set([1].toDict($))', '[1,2].toSet().add(3)', '[1,2].toSet().remove(1)', 'set(1).union(set(2))', 'set(1).union([2])',
        '{a=>1}.keys().union(set(b))', 'set(a).union({b=>1}.keys())', '{a=>1}.keys() - {a=>1}.keys()', '{a=>1}.keys() < {a=>1,b=>2}.keys()',
        'set(1,2).intersect(set(2))', 'set(1,2).difference(set(2))', 'set(1,2).symmetricDifference(set(2,3))', 'isSet({a=>1}.keys())',
        'isSet({a=>1}.values())', 'isList("a".split(","))', 'isList(range(2))', 'isDict([1].toDict($))', 'isIterable(range(1))', 'isIterable(abc)',
        'isIterable({})', 'isIterable(set())', 'set(1).toList()', '[[1,2],[3,4]].select($[0])', '[{a=>1},{a=>2}].a', '[{a=>1},{b=>2}].a', '[[{a=>1}]].a',
        '[1].a', '{a=>1}.items().select($[1])', '[1,2].limit(-1)', '[1,2].skip(-1)', '[1,2].limit(1.5)', '[1,2].limit(true)', '[1,2].limit(null)',
        '[1,2].skip(5)', '[a,b].enumerate()', '[a,b].enumerate(5)', '[a].enumerate(null)', '[a].enumerate(a)', 'enumerate([a],1)', 'distinct([1,1])',
        '[1,2,1].distinct($ mod 2)', 'set(3,1,2,9,17)', 'set(3,1,2,9,17).toList()', 'set(100,5,37,8).toList()', '[5,3,9,1,200,17].toSet().toList()',
        'set(0.5,2,1.5).toList()', 'set([1,2],[0,1]).toList()', 'set(10,18,26,2).toList()', 'set(1,2,3,4,5,6,7,8,9,10,33,65,129).toList()',
        'set(-1,-2,-3).toList()', 'set(3,1).union(set(10,8)).toList()', 'set(1,2,3,40).remove(1).toList()',
    ])


def named(group, expressions):
    for expression in expressions:
        yield group, expression
